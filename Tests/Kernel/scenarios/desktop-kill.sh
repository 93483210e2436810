#!/bin/sh -eu
# The daemon is killed in each mode. The proxy, restarted after it, serves the desktop as before.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

# Notes how the daemon read when it was killed.
note_mode() { # NAME
    fact "mode-$1" "$(mode_in "lines-$1")"
    fact "enabled-$1" "$(cat "$iio/$gyro/buffer/enable")"
}

start_turning_hub
gyro=$(device_named gyro_3d)

start_service 60 lines-unclaimed
note_mode unclaimed
kill_service
settings accel_3d gyro_3d >settings-unclaimed
restart_proxy
claim 8 >claim-unclaimed

start_service 60 lines-claimed
start_claim 16 claim-claimed
wait_for 10 is_claimed claim-claimed
wait_for 10 has_tilts lines-claimed $(($(tilts_in lines-claimed) + 60))
note_mode claimed
kill_service
fact restarted "$(uptime)"
restart_proxy
wait "$claimer"
settings accel_3d gyro_3d >settings-claimed

# This time it comes back by itself.
start_service 60 lines-returned
note_mode returned
kill -s KILL "$(pid_of parallaxd)"
wait_for 10 eval "listen $socket 5 >lines-after"
restart_proxy
claim 8 >claim-returned
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-returned
