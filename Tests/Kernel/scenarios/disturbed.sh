#!/bin/sh -eu
# Somebody switches the daemon's buffer off: it polls, and takes the buffer again a second later.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

start_hub
settings accel_3d gyro_3d >settings-before
start_daemon "$accel"
start_listener 60 lines
wait_for 10 has_tilts lines 60
echo 0 >"$iio/$accel/buffer/enable"
wait_for 10 grep -q '"mode":"poll"' lines
wait_for 10 has_tilts lines $(($(tilts_in lines) + 180))
fact enable "$(cat "$iio/$accel/buffer/enable")"
stop_daemon TERM
settings accel_3d gyro_3d >settings-after
