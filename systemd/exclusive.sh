#!/bin/sh
# The steps of parallaxd-exclusive.service that reach beyond its sandbox: whether iio-sensor-proxy sees the machine's
# accelerometers, or only the input device of the service.
#
#   exclusive.sh on        hides them from it, before there is the input device
#   exclusive.sh tell      has it look again, once there is
#   exclusive.sh off       gives them back, unless the service comes back by itself
#
# The proxy heeds properties at its start only. It is restarted last, so that the claims that desktops make anew when
# its name returns meet the right device.
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

hide() {
    systemctl cat "$proxy" >/dev/null 2>&1 ||
        fail 69 "iio-sensor-proxy is not installed: parallaxd has the accelerometer to itself without this service"
    # Still there after the service died and came back.
    mkdir "$flag" 2>/dev/null || return 0
    apply_rules
    for device in /sys/bus/iio/devices/iio:device*; do
        if udevadm info --query=property "$device" 2>/dev/null | grep -q '^IIO_SENSOR_PROXY_TYPE=.*-accel'; then
            fail 77 "iio-sensor-proxy keeps ${device##*/}: udev's 81-parallaxd.rules is missing or does not know it"
        fi
    done
}

# A proxy up to 3.5 leaves its buffer on, which nobody could take then.
clear_buffers() {
    for device in /sys/bus/iio/devices/iio:device*; do
        if [ -e "$device/in_accel_x_raw" ] && [ "$(cat "$device/buffer/enable" 2>/dev/null)" = 1 ] &&
            ! find /proc/[0-9]*/fd -lname "/dev/${device##*/}" 2>/dev/null | grep -q .; then
            echo 0 >"$device/buffer/enable"
        fi
    done
}

tell() {
    # The number of an input device is never given to another.
    input=$(grep -lsx 'parallaxd accelerometer' /sys/class/input/input*/name | tail -n 1)
    [ "$(cat "$flag/told" 2>/dev/null)" != "$input" ] || return 0
    case $(systemctl show --property=ActiveState --value "$proxy") in
        active | activating)
            systemctl stop "$proxy"
            clear_buffers
            systemctl start "$proxy"
            ;;
    esac
    echo "$input" >"$flag/told"
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
    # At the end of the machine it is not to be started again.
    systemctl try-restart "$proxy" || true
}

case ${1-} in
    on) hide ;;
    tell) tell ;;
    off) show ;;
    *) fail 64 "usage: exclusive.sh on|tell|off" ;;
esac
