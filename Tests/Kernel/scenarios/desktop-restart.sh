#!/bin/sh -eu
# The proxy restarts while nobody claims, so that we buffer where we may, and again while a desktop claims.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

start_turning_hub
start_service 60 lines
fact mode-unclaimed "$(mode_in lines)"
restart_proxy
sleep 2
claim 8 >claim-unclaimed
start_claim 14 claim-claimed
wait_for 10 is_claimed claim-claimed
sleep 2
fact restarted "$(uptime)"
restart_proxy
wait "$claimer"
systemctl stop parallaxd
settings accel_3d gyro_3d >settings-after
