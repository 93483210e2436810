#!/bin/sh -eu
# The machine sleeps for 5 s and wakes by its clock.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh
# shellcheck source-path=SCRIPTDIR source=lib-sleep.sh
. /scenarios/lib-sleep.sh

take_off
trap 'kill $children 2>/dev/null || true; wait; put_on' EXIT
start_hub
settings accel_3d gyro_3d >settings-before
start_daemon "$accel"
start_listener 60 lines
wait_for 10 has_tilts lines 60
settings accel_3d gyro_3d >settings-during
sleep_for 5
wait_for 10 has_tilts lines $(($(tilts_in lines) + 60))
settings accel_3d gyro_3d >settings-resumed
stop_daemon TERM
settings accel_3d gyro_3d >settings-after
