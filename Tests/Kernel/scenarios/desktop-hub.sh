#!/bin/sh -eu
# A desktop and a client side by side for a minute, on a hub that turns.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

start_turning_hub
start_service 64 lines
start_claim 56 claim
wait "$claimer"
wait "$listener"
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-after
