#!/bin/sh
# Makes the running system heed our rules and hardware database, or do without them: after they were installed, and
# after they were removed. A part of the Debian package's postinst and postrm too.
set -eu

# What iio-sensor-proxy is told of each device.
proxy_uses() {
    for device in /sys/bus/iio/devices/iio:device*; do
        udevadm info --query=property "$device" 2>/dev/null | grep '^IIO_SENSOR_PROXY_TYPE=' || true
    done
}

if command -v systemd-hwdb >/dev/null; then
    # A database in /etc goes before the one that packages keep in /usr: one that were made there would hide theirs.
    if [ -e /etc/udev/hwdb.bin ]; then systemd-hwdb update; else systemd-hwdb --usr update; fi
fi
if [ -e /run/udev/control ]; then
    before=$(proxy_uses)
    udevadm control --reload
    udevadm trigger --action=change --settle --subsystem-match=iio
    # It heeds a property at its start only.
    if [ "$(proxy_uses)" != "$before" ] && [ -d /run/systemd/system ]; then
        systemctl try-restart iio-sensor-proxy.service 2>/dev/null || true
    fi
fi
