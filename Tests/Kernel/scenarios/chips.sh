#!/bin/sh -eu
# Real drivers on chips of i2c-stub, which have no interrupt: on a timer where the kernel has timers, else raw.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh
# shellcheck source=lib-chips.sh
. /scenarios/lib-chips.sh

# Reads one chip for 3 s. Its acceleration stands in words from REGISTER on, SHIFT bits up.
check_chip() { # NAME MODULE ADDRESS REGISTER SHIFT ORDER X Y Z
    set_word "$3" $(($4 + 2)) $(($8 << $5)) "$6"
    set_word "$3" $(($4 + 4)) $(($9 << $5)) "$6"
    flicker "$3" "$4" "$7" "$5" "$6" &
    flickering=$!
    children="$children $flickering"
    modprobe "$2"
    echo "$1" "$3" >"/sys/bus/i2c/devices/i2c-$bus/new_device"
    if ! wait_for_accelerometer; then
        fact "unbound-$1" yes
    else
        fact "raw-$1" "$7,$8,$9"
        fact "scale-$1" "$(sed -n 1p "$iio/$device"/in_accel_scale || sed -n 1p "$iio/$device"/in_accel_x_scale)"
        # Whoever polls the chip before us is not to be held up either.
        [ "$1" != lsm6dsl ] || fact hot-plug-rate "$(cut -d . -f 1 "$iio/$device/sampling_frequency")"
        start_daemon "$device"
        timeout 20 listen $socket 4 '{"cmd":"subscribe","samples":true}' >"lines-$1"
        timeout 5 listen $socket 1 '{"cmd":"status","id":1}' >"status-$1"
        stop_daemon TERM
    fi
    kill $flickering
    wait $flickering || true
    echo "$3" >"/sys/bus/i2c/devices/i2c-$bus/delete_device"
}

# Sets $device; fails when none comes.
wait_for_accelerometer() {
    tries=30
    while [ $tries -gt 0 ]; do
        for file in "$iio"/iio:device*/in_accel_x_raw; do
            [ -e "$file" ] || continue
            device=$(basename "$(dirname "$file")")
            udevadm settle
            return 0
        done
        tries=$((tries - 1))
        sleep 0.1
    done
    return 1
}

load_stub 0x69,0x0e,0x15,0x10,0x18,0x6a,0x68,0x26
modprobe -a industrialio-configfs iio-trig-hrtimer 2>/dev/null || true
mount -t configfs config /sys/kernel/config 2>/dev/null || true
fact timers "$([ -d /sys/kernel/config/iio/triggers/hrtimer ] && echo yes || echo no)"

set_byte 0x69 0x00 0xd1 # who am I; 100 Hz, 2 g, 100 Hz
set_byte 0x69 0x40 0x28
set_byte 0x69 0x41 0x03
set_byte 0x69 0x42 0x28
check_chip bmi160 bmi160_i2c 0x69 0x12 0 le 3000 -5000 15314

set_byte 0x0e 0x0f 0x08
check_chip kxcj91008 kxcjk-1013 0x0e 0x06 4 word -440 200 160

set_byte 0x15 0x0e 0x02
check_chip mxc4005 mxc4005 0x15 0x03 4 be -940 -21 155

set_byte 0x10 0x00 0xfa
set_byte 0x10 0x0f 0x03
set_byte 0x10 0x10 0x0c
check_chip bma255 bmc150-accel-i2c 0x10 0x02 4 le -31 500 90

set_byte 0x18 0x8f 0x11 # the driver sets the bit that makes the chip count on
check_chip sc7a20 st_accel_i2c 0x18 0xa8 4 le 100 -200 970

set_byte 0x6a 0x0f 0x6a
check_chip lsm6dsl st_lsm6dsx_i2c 0x6a 0x28 0 le 1000 -2000 16200

set_byte 0x68 0x75 0xaf
check_chip icm20608 inv-mpu6050-i2c 0x68 0x3b 0 be -304 14304 -8092

set_byte 0x26 0x01 0x13
check_chip da280 da280 0x26 0x02 2 word 500 -1000 3900
load_stub 0x69 # nothing of a chip stays for the scenario after this one
find /sys/kernel/config/iio/triggers/hrtimer -mindepth 1 2>/dev/null >timers-left || true
