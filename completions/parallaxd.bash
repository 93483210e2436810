# Completion of parallaxd for bash. shellcheck shell=bash

_parallaxd() {
    local line=${COMP_LINE:0:COMP_POINT} words word device devices='' choices=''
    # Bash would cut words at colons and equals signs.
    read -ra words <<<"${line//=/ }"
    [[ $line == *[[:blank:]=] ]] && words+=('')
    word=${words[-1]}
    for device in /sys/bus/iio/devices/iio:device*; do
        [[ -e $device ]] && devices+=" ${device##*/}"
    done

    case ${words[-2]} in
        --device)
            if [[ $word == replay:* ]]; then
                compopt -o default
                return
            fi
            choices="auto sim sim:hand sim:sway sim:still replay: $devices"
            ;;
        --gyro) choices="auto none $devices" ;;
        --socket | --config) compopt -o default; return ;;
        --users | --groups)
            # Not by -W, which would run commands that stand in the line.
            mapfile -t COMPREPLY < <(
                compgen -A "${words[-2]:2:-1}" -P "${word%"${word##*,}"}" -- "${word##*,}")
            return
            ;;
        --log-level) choices='error warning info debug' ;;
        *)
            choices='--device --gyro --exclusive --socket --users --groups --log-level --config --check-config'
            choices+=' --put-back --version --help'
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    [[ ${COMPREPLY[*]} == replay: ]] && compopt -o nospace
    COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}

complete -F _parallaxd parallaxd
