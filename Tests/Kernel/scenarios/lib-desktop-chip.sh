# shellcheck shell=sh
# What the scenarios with a chip beside iio-sensor-proxy share. Its first axis is what turns.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh
# shellcheck source=lib-chips.sh
. /scenarios/lib-chips.sh

trap 'clean_up; remove_chip' EXIT

remove_chip() {
    [ -z "${address-}" ] || echo "$address" >"/sys/bus/i2c/devices/i2c-$bus/delete_device"
    rmdir $timers/foreign 2>/dev/null || true
}

# Brings up a chip with its acceleration from REGISTER on; for SHIFT and ORDER see lib-chips.sh.
bind_chip() { # NAME MODULE ADDRESS REGISTER SHIFT ORDER X Z
    name=$1 address=$3 register=$4 shift=$5 order=$6 x=$7 turns=0 flickering=''
    set_word "$address" $((register + 4)) $(($8 << shift)) "$order"
    turn_chip
    modprobe "$2"
    echo "$name" "$address" >"/sys/bus/i2c/devices/i2c-$bus/new_device"
    wait_for 10 has_device "$name"
    udevadm settle
}

# Notes the moment and what the proxy is to say.
turn_chip() {
    if [ -n "$flickering" ]; then
        kill "$flickering"
        wait "$flickering" || true
    fi
    turns=$((turns + 1)) x=$((-x))
    flicker "$address" "$register" $x "$shift" "$order" &
    flickering=$!
    children="$children $flickering"
    fact turn-$turns "$(uptime) $([ $x -gt 0 ] && echo left-up || echo right-up)"
}

# A desktop and a client side by side for a minute, over a restart of the proxy; then the daemon is killed.
run_beside_desktop() {
    note_settings "$name"
    start_service 80 lines
    start_claim 62 claim
    wait_for 10 is_claimed claim
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
        turn_chip
        sleep 4
    done
    fact restarted "$(uptime)"
    restart_proxy
    sleep 2
    turn_chip
    wait "$claimer"
    systemctl stop parallaxd
    settings "$name" >settings-after

    start_service 60 lines-killed
    kill_service
    settings "$name" >settings-killed
    restart_proxy
    start_claim 6 claim-killed
    wait_for 10 is_claimed claim-killed
    turn_chip
    wait "$claimer"
    find $timers -mindepth 1 -maxdepth 1 2>/dev/null >timers-left || true
}
