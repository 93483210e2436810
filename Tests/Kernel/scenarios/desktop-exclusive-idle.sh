#!/bin/sh -eu
# With parallaxd-exclusive on nobody claims any more, the hub is pulled out and plugged in, and the input devices have a
# change announced, as packages do when they are installed.
# shellcheck source-path=SCRIPTDIR source=lib-desktop-exclusive.sh
. /scenarios/lib-desktop-exclusive.sh

both_wakings() {
    echo $(($(wakings "$(pid_of parallaxd)") + $(wakings "$(pid_of parallaxd-exclusive)")))
}

start_turning_hub
systemctl start parallaxd-exclusive
wait_for 10 has_proxy
claim 4 >claim-short
sleep 6
fact enabled "$(cat "$iio/$accel/buffer/enable" "$iio/$(device_named gyro_3d)/buffer/enable" | tr -d '\n')"
before=$(both_wakings)
sleep 5
fact wakings $(($(both_wakings) - before))

stop_hub
start_hub --noise --motion steps --amp 60 --freq 0.2
fact type-plugged "$(proxy_type)"
claim 14 >claim-plugged
start_claim 20 claim-announced
wait_for 10 is_claimed claim-announced
udevadm trigger --action=change --settle --subsystem-match=input
wait "$claimer"

systemctl stop parallaxd-exclusive parallaxd
wait_for 10 has_proxy
claim 1 >claim-last
settings accel_3d gyro_3d >settings-last
