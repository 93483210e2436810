# Completion of parallaxctl for bash. shellcheck shell=bash

_parallaxctl() {
    local line=${COMP_LINE:0:COMP_POINT} words word previous='' verb='' choices='' device
    # Bash would cut words at colons and equals signs.
    read -ra words <<<"${line//=/ }"
    [[ $line == *[[:blank:]=] ]] && words+=('')
    for word in "${words[@]:1:${#words[@]}-2}"; do
        [[ -n $verb || $word == -* || $previous == --@(rate|count|seconds|device|socket) ]] || verb=$word
        previous=$word
    done
    word=${words[-1]}

    case $previous in
        --rate | --count | --seconds) return ;;
        --socket) compopt -o default; return ;;
        --device)
            for device in /sys/bus/iio/devices/iio:device*; do
                [[ -e $device/in_accel_x_raw ]] && choices+=" ${device##*/}"
            done
            ;;
        *)
            case $verb in
                '')
                    choices='list watch tilt status recenter record replay doctor calibrate'
                    [[ $word == -* ]] && choices='--version'
                    ;;
                list | replay) choices='--json' ;;
                watch) choices='--rate --socket' ;;
                tilt) choices='--json --rate --count --seconds --socket' ;;
                status | recenter) choices='--json --socket' ;;
                record) choices='--seconds --force --socket' ;;
                doctor) choices='--json --report --force --device --socket' ;;
                calibrate) choices='--save --hwdb --json --socket' ;;
            esac
            if [[ $word == -* ]]; then
                choices+=' --help'
            elif [[ $verb == @(record|replay) || "$verb ${words[*]}" == doctor*' --report '* ]]; then
                compopt -o default
                return
            elif [[ -n $verb ]]; then
                return
            fi
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}

complete -F _parallaxctl parallaxctl
