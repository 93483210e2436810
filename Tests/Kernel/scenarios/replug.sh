#!/bin/sh -eu
# The hub is removed and comes back 20 times, every other time under other numbers. Clients stay connected.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

uptime() {
    cut -d ' ' -f 1 /proc/uptime
}

# Takes the first free number, so that the hub comes back under others.
start_placeholder() {
    echo bmg160 0x6b >"/sys/bus/i2c/devices/i2c-$bus/new_device"
    wait_for 10 has_device bmg160
}

stop_placeholder() {
    echo 0x6b >"/sys/bus/i2c/devices/i2c-$bus/delete_device"
}

descriptors() {
    find "/proc/$daemon/fd" -mindepth 1 | wc -l
}

# Of its own; what is mapped of files comes and goes.
memory() {
    awk '/^Anonymous/ { print $2 }' "/proc/$daemon/smaps_rollup"
}

load_stub 0x6b
i2cset -y "$bus" 0x6b 0x00 0x0f b # who am I
modprobe bmg160_i2c
start_hub
start_daemon auto
start_listener 85 lines
wait_for 10 has_tilts lines 60

round=1
while [ $round -le 20 ]; do
    stop_hub
    wait_for 10 eval "tail -n 1 lines | grep -q no-device"
    [ $((round % 2)) = 0 ] || start_placeholder
    fact "back-$round" "$(uptime)"
    start_hub
    wait_for 10 has_tilts lines $(($(tilts_in lines) + 30))
    fact "id-$round" "$accel"
    [ $((round % 2)) = 0 ] || stop_placeholder
    if [ $round = 10 ] || [ $round = 20 ]; then
        fact "descriptors-$round" "$(descriptors)"
        fact "rss-$round" "$(memory)"
    fi
    echo "$round: $(memory) kB"
    round=$((round + 1))
done
fact connected "$(kill -0 "$listener" && echo yes)"
stop_daemon TERM
