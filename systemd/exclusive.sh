#!/bin/sh
# The steps of parallaxd-exclusive.service that reach beyond its sandbox: whether iio-sensor-proxy sees the machine's
# accelerometers, or only the input device of the service.
#
#   exclusive.sh on        hides them from it, before there is the input device
#   exclusive.sh tell      has it look again, once there is
#   exclusive.sh off       gives them back, unless the service comes back by itself
#
# The proxy heeds properties at its start only. It is stopped before anything changes, for at its end it switches its
# buffer off, and started when all is in place, for desktops claim anew when its name returns.
set -eu

proxy=iio-sensor-proxy.service
# udev's rule 81 looks for it.
flag=/run/parallaxd-exclusive

fail() { # STATUS SENTENCE
    echo "<3>$2" >&2
    exit "$1"
}

apply_rules() {
    udevadm trigger --action=change --settle --sysname-match='iio:device*'
}

accelerometers() {
    for device in /sys/bus/iio/devices/iio:device*; do
        if [ -e "$device/in_accel_x_raw" ]; then echo "$device"; fi
    done
}

hide() {
    systemctl cat "$proxy" >/dev/null 2>&1 ||
        fail 69 "iio-sensor-proxy is not installed: parallaxd has the accelerometer to itself without this service"
    # Still there after the service died and came back.
    mkdir "$flag" 2>/dev/null || return 0
    systemctl stop "$proxy"
    clear_buffers
    apply_rules
    for device in $(accelerometers); do
        if udevadm info --query=property "$device" | grep -q '^IIO_SENSOR_PROXY_TYPE=.*-accel'; then
            fail 77 "iio-sensor-proxy keeps ${device##*/}: udev's 81-parallaxd.rules is missing or does not know it"
        fi
    done
}

# A proxy up to 3.5 leaves its buffer as it was, where it would seem to be in use. One that somebody reads is not its.
clear_buffers() {
    for device in $(accelerometers); do
        if [ -e "$device/buffer/enable" ] &&
            ! find /proc/[0-9]*/fd -lname "/dev/${device##*/}" 2>/dev/null | grep -q .; then
            for switch in "$device"/buffer/enable "$device"/scan_elements/*_en; do echo 0 >"$switch"; done
        fi
    done
}

# Also where it was started and ended too often of late.
restart_proxy() {
    systemctl reset-failed "$proxy" 2>/dev/null || true
    systemctl restart "$proxy"
}

tell() {
    # The number of an input device is never given to another.
    input=$(grep -lsx 'parallaxd accelerometer' /sys/class/input/input*/name | tail -n 1)
    [ "$(cat "$flag/told" 2>/dev/null)" != "$input" ] || return 0
    restart_proxy
    echo "$input" >"$flag/told"
}

# Until the daemon, which heeds the property at once, has let go of the buffers; or somebody else has one.
await_buffers() {
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        accelerometers | sed 's,$,/buffer/enable,' | xargs -r cat 2>/dev/null | grep -q 1 || return 0
        sleep 0.2
    done
}

# Whether systemd will start the service again by itself: it died, and nobody wants it to stop.
returns() {
    case ${SERVICE_RESULT-} in
        success | exit-code | '') return 1 ;;
    esac
    [ -z "$(systemctl show --property=Job --value parallaxd-exclusive.service)" ]
}

show() {
    if [ ! -d "$flag" ] || returns; then return 0; fi
    rm -r "$flag"
    apply_rules
    await_buffers
    # At the end of the machine it is not to be started again.
    restart_proxy || true
}

case ${1-} in
    on) hide ;;
    tell) tell ;;
    off) show ;;
    *) fail 64 "usage: exclusive.sh on|tell|off" ;;
esac
