#!/bin/sh -eu
# However the daemon ends, and when the hub goes, the devices are left as they were found.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

# Settings that are not the kernel's defaults, so that putting back differs from resetting.
change_settings() { # NAME CHANNEL
    (
        cd "$iio/$(device_named "$1")"
        echo 8 >buffer/length
        echo boottime >current_timestamp_clock
        echo 25 >"in_$2_sampling_frequency"
        echo 1 >"scan_elements/in_$2_x_en"
    )
}

start_hub
settings accel_3d gyro_3d >settings-hub-before

change_settings accel_3d accel
change_settings gyro_3d anglvel
settings accel_3d gyro_3d >settings-before
for signal in TERM INT QUIT; do
    start_daemon "$accel"
    start_listener 60 lines-$signal
    wait_for 10 has_tilts lines-$signal 10
    settings accel_3d gyro_3d >settings-during-$signal
    stop_daemon $signal
    settings accel_3d gyro_3d >settings-after-$signal
done

# What one left that was killed is put back by the next, and by --put-back, which leaves one that lives alone.
kill_daemon() { # NAME
    start_daemon "$accel"
    start_listener 60 "lines-$1"
    wait_for 10 has_tilts "lines-$1" 10
    parallaxd --put-back 2>>daemon.log
    settings accel_3d gyro_3d >"settings-during-$1"
    kill -s KILL "$daemon"
    wait "$daemon" || true
}
kill_daemon KILL
start_daemon "$accel"
settings accel_3d gyro_3d >settings-after-KILL
stop_daemon TERM
kill_daemon PUT-BACK
parallaxd --put-back 2>>daemon.log
settings accel_3d gyro_3d >settings-after-PUT-BACK

status=0
timeout 5 parallaxd --device "$accel" --socket /nowhere/p.sock 2>>daemon.log || status=$?
fact exit-error $status
settings accel_3d gyro_3d >settings-after-error

start_daemon "$accel"
start_listener 60 lines
wait_for 10 has_tilts lines 10
stop_hub
wait_for 10 grep -q '"state":"no-device"' lines
start_hub
wait_for 15 has_tilts lines $(($(tilts_in lines) + 60))
fact enable "$(cat "$iio/$accel/buffer/enable")"
stop_daemon TERM
settings accel_3d gyro_3d >settings-hub-after
