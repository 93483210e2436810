# shellcheck shell=sh
# What the scenarios that put the machine to sleep share.

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

# The machine's clock wakes it. Notes how many lines there were, and whether it slept.
sleep_for() { # SECONDS
    fact tilts-before "$(tilts_in lines)"
    echo "+$1" >/sys/class/rtc/rtc0/wakealarm
    slept=no
    if echo mem >/sys/power/state; then slept=yes; fi
    fact slept $slept
}
