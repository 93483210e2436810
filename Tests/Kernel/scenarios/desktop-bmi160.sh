#!/bin/sh -eu
# A chip that can be read raw while its buffer runs.
# shellcheck source-path=SCRIPTDIR source=lib-desktop-chip.sh
. /scenarios/lib-desktop-chip.sh

modprobe -a industrialio-configfs iio-trig-hrtimer 2>/dev/null || true
load_stub 0x69
set_byte 0x69 0x00 0xd1 # who am I; 100 Hz, 2 g, 100 Hz
set_byte 0x69 0x40 0x28
set_byte 0x69 0x41 0x03
set_byte 0x69 0x42 0x28
bind_chip bmi160 bmi160_i2c 0x69 0x12 0 le 14189 8192
run_beside_desktop
