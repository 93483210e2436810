#!/bin/sh -eu
# While a desktop claims on a hub that turns, parallaxd-exclusive is turned on, its process is killed, and it is turned
# off.
# shellcheck source-path=SCRIPTDIR source=lib-desktop-exclusive.sh
. /scenarios/lib-desktop-exclusive.sh

# Rights and owner of a node of the input device.
node() { # KIND
    stat --format '%a %U:%G' "/dev/input/$(basename "/sys/class/input/$(input)/$1"*)"
}

has_turns() { # COUNT
    [ "$(grep -c '"type":"orientation"' claim)" -ge "$1" ]
}

# The next turn is seconds away then.
wait_for_turn() {
    wait_for 10 has_turns $(($(grep -c '"type":"orientation"' claim) + 1))
}

modprobe joydev
start_turning_hub
start_service 80 lines
start_claim 64 claim
wait_for 10 is_claimed claim
systemctl start parallaxd-exclusive
fact on "$(uptime)"
fact type-on "$(proxy_type)"
fact input-on "$(input)"
fact event "$(node event)"
fact js "$(node js)"
sleep 14
wait_for_turn
kill -s KILL "$(pid_of parallaxd-exclusive)"
sleep 14
fact restarts "$(systemctl show --property NRestarts --value parallaxd-exclusive)"
fact input-killed "$(input)"
fact off "$(uptime)"
systemctl stop parallaxd-exclusive
fact type-off "$(proxy_type)"
fact input-off "$(input)"
wait "$claimer"
wait "$listener"
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-after
