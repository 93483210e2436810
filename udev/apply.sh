#!/bin/sh
# Makes the running system heed our rules, hardware database and units, or do without them: after they were
# installed, and after they were removed.
set -eu

if command -v systemd-hwdb >/dev/null; then systemd-hwdb update; fi
if [ -e /run/udev/control ]; then
    udevadm control --reload
    udevadm trigger --action=change --settle --subsystem-match=iio
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # It heeds a property of a device at its start only.
    systemctl try-restart iio-sensor-proxy.service 2>/dev/null || true
fi
