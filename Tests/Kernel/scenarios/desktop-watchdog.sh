#!/bin/sh -eu
# A daemon that hangs is started anew; one whose sensor is pulled out is not, nor one that has nobody to serve.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

restarts() {
    systemctl show --property NRestarts --value parallaxd
}

is_served_by_another() { # PID
    [ "$(pid_of parallaxd)" != "$1" ] && [ "$(pid_of parallaxd)" != 0 ]
}

start_hub --noise
note_settings accel_3d gyro_3d
start_faithful lines
note_lines lines-start lines
first=$(pid_of parallaxd)
restarted=$(restarts)
kill -s STOP "$first"
fact stopped "$(uptime)"
wait_for 60 is_served_by_another "$first"
note_lines lines-restarted lines
fact restarts-hung $(($(restarts) - restarted))

# Several of its periods.
second=$(pid_of parallaxd)
stop_hub
sleep 100
fact same-unplugged "$([ "$second" = "$(pid_of parallaxd)" ] && echo yes || echo no)"
start_hub --noise
note_lines lines-plugged lines
fact same-plugged "$([ "$second" = "$(pid_of parallaxd)" ] && echo yes || echo no)"
