#!/bin/sh -eu
# The machine sleeps for 5 s and wakes by its clock.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

driver=/sys/bus/virtio/drivers/9pnet_virtio

# The kernel's 9p does not survive a sleep, so what carries the results away is taken off meanwhile. That
# takes much of the guest's time and so comes before all that is measured.
take_off() {
    carrier=$(basename "$(find $driver/ -name 'virtio[0-9]*')")
    umount /out
    echo "$carrier" >$driver/unbind
}

put_on() {
    echo "$carrier" >$driver/bind
    mount -t 9p -o trans=virtio,version=9p2000.L out /out
}

take_off
trap 'kill $children 2>/dev/null || true; wait; put_on' EXIT
start_hub
settings accel_3d gyro_3d >settings-before
start_daemon "$accel"
start_listener 60 lines
wait_for 10 has_tilts lines 60
settings accel_3d gyro_3d >settings-during
fact tilts-before "$(tilts_in lines)"
echo +5 >/sys/class/rtc/rtc0/wakealarm
slept=no
if echo mem >/sys/power/state; then slept=yes; fi
fact slept $slept
wait_for 10 has_tilts lines $(($(tilts_in lines) + 60))
settings accel_3d gyro_3d >settings-resumed
stop_daemon TERM
settings accel_3d gyro_3d >settings-after
