#!/bin/sh -eu
# A real driver on a chip of i2c-stub: no interrupt and so, on 6.1, no trigger. Only polling reads it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

chip=0x69

set_byte() { # REGISTER VALUE
    # -f, for the driver has the chip; i2cset takes a register for hexadecimal.
    i2cset -f -y "$bus" $chip "$(printf 0x%02x "$1")" "$2" b
}

# Sets 16 bits, low byte first.
set_word() { # REGISTER VALUE
    set_byte "$1" $(($2 & 0xff))
    set_byte $(($1 + 1)) $(($2 >> 8 & 0xff))
}

# A sensor at rest still flickers in its last bit; values that never change would count as a dead one.
flicker() {
    while true; do
        for bit in 1 0; do
            set_word 0x0c $bit
            set_word 0x12 $((accel_x + bit))
            sleep 0.1
        done
    done
}

load_stub $chip
accel_x=3000 accel_y=-5000 accel_z=15314 # of 16384 for 1 g
set_byte 0x00 0xd1                       # who am I
set_byte 0x40 0x28                       # accelerometer: 100 Hz
set_byte 0x41 0x03                       # 2 g
set_byte 0x42 0x28                       # gyroscope: 100 Hz
set_word 0x0c 0
set_word 0x0e 0
set_word 0x10 0
set_word 0x12 $accel_x
set_word 0x14 $accel_y
set_word 0x16 $accel_z
modprobe bmi160_i2c
echo bmi160 $chip >"/sys/bus/i2c/devices/i2c-$bus/new_device"
wait_for 10 has_device bmi160
udevadm settle
flicker &
children="$children $!"

start_daemon "$(device_named bmi160)"
start_listener 8 lines
wait_for 10 has_tilts lines 10
fact threads "$(threads "$daemon")"
wait "$listener"
fact accel "$accel_x,$accel_y,$accel_z"
