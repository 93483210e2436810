#!/bin/sh -eu
# A desktop claims and releases ten times in a row.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

start_turning_hub
start_service 60 lines
claim 1.9 10 >claims
wait_for 10 has_tilts lines $(($(tilts_in lines) + 120))
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-after
