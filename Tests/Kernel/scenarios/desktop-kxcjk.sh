#!/bin/sh -eu
# A chip that cannot be read raw while its buffer runs, with a trigger attached where the kernel has timers.
# shellcheck source-path=SCRIPTDIR source=lib-desktop-chip.sh
. /scenarios/lib-desktop-chip.sh

modprobe -a industrialio-configfs iio-trig-hrtimer 2>/dev/null || true
load_stub 0x0e
set_byte 0x0e 0x0f 0x08 # who am I
bind_chip kxcj91008 kxcjk-1013 0x0e 0x06 4 word 443 256
if [ -d $timers ]; then
    mkdir $timers/foreign
    echo foreign >"$iio/$(device_named kxcj91008)/trigger/current_trigger"
    restart_proxy # which looks for triggers at its start
fi
run_beside_desktop
