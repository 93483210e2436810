#!/bin/sh -eu
# The machine sleeps for 5 s while a client reads from the service.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh
# shellcheck source-path=SCRIPTDIR source=lib-sleep.sh
. /scenarios/lib-sleep.sh

# The emulator's monotonic clock, which the watchdog goes by, runs on by half a minute meanwhile; a machine's stands.
patience=/run/systemd/system/parallaxd.service.d/patience.conf
mkdir -p "${patience%/*}"
printf '%s\n' '[Service]' WatchdogSec=300 >$patience
systemctl daemon-reload

take_off
trap 'clean_up; put_on' EXIT
start_hub
note_settings accel_3d gyro_3d
start_service 60 lines
settings accel_3d gyro_3d >settings-during
sleep_for 5
wait_for 10 has_tilts lines $(($(tilts_in lines) + 60))
settings accel_3d gyro_3d >settings-resumed
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-after
