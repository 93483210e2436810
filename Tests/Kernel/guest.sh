#!/bin/sh
# Runs the scenarios that /out/chosen names, in the guest of vm.sh.
modprobe -a uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d i2c-dev
systemd=$(if [ -d /run/systemd/system ]; then echo yes; fi)
[ -z "$systemd" ] || dpkg --install /parallaxd.deb >/out/dpkg.log 2>&1 || exit
cp /out/chosen /run/chosen # an open file would keep /out from being taken off
while read -r scenario; do
    # In memory, for writing to /out takes longer than some of what is measured.
    mkdir "/run/$scenario"
    cd "/run/$scenario" || exit
    status=0
    timeout 300 "/scenarios/$scenario.sh" >scenario.log 2>&1 </dev/null || status=$?
    echo $status >status
    cp -r "/run/$scenario" /out/
    echo "$(cut -d ' ' -f 1 /proc/uptime) s: $scenario ended with $status"
done </run/chosen
[ -z "$systemd" ] || journalctl --output short-monotonic >/out/journal.log
