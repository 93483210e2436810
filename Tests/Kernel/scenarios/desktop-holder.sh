#!/bin/sh -eu
# Somebody else reads the buffer when a client comes: on a hub, which can be read raw beside it, and on a chip
# that cannot.
# shellcheck source-path=SCRIPTDIR source=lib-desktop-chip.sh
. /scenarios/lib-desktop-chip.sh

# Sets $holder.
hold() { # NAME
    # The proxy takes it away when it ends.
    trigger=$(tr -d '\0' <"$iio/$(device_named "$1")/trigger/current_trigger")
    systemctl stop iio-sensor-proxy parallaxd
    stdbuf --output 64 iio_readdev -b 8 -t "$trigger" "$1" >"held-$1" 2>>holder.log &
    holder=$!
    children="$children $holder"
    wait_for 10 test -s "held-$1"
}

# Notes how much the other gets in 3 s.
measure() { # NAME WHEN
    before=$(stat --format %s "held-$1")
    sleep 3
    fact "held-$2-$1" $(($(stat --format %s "held-$1") - before))
}

# A client comes and goes, another asks for the state; who holds the buffer goes on.
run_beside_holder() { # NAME
    fact "holder-$1" "$holder"
    measure "$1" alone
    settings "$1" >"settings-before-$1"
    systemctl start parallaxd
    start_listener 4 "lines-$1"
    measure "$1" beside
    parallaxctl doctor --device "$1" --json >"doctor-$1" || true
    listen $socket 0.5 '{"cmd":"status","id":1}' >"status-$1"
    wait "$listener"
    settings "$1" >"settings-after-$1"
    kill "$holder"
}

modprobe -a industrialio-configfs iio-trig-hrtimer 2>/dev/null || true
start_turning_hub
hold accel_3d
run_beside_holder accel_3d
stop_hub

[ -d $timers ] || exit 0
load_stub 0x0e
set_byte 0x0e 0x0f 0x08 # who am I
bind_chip kxcj91008 kxcjk-1013 0x0e 0x06 4 word 443 256
mkdir $timers/foreign
echo foreign >"$iio/$(device_named kxcj91008)/trigger/current_trigger"
hold kxcj91008
run_beside_holder kxcj91008
