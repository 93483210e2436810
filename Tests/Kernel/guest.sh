#!/bin/sh
# Runs the scenarios that /scenarios/chosen names, in the guest of vm.sh.
modprobe -a uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d i2c-dev
mkdir /run/parallaxd
while read -r scenario; do
    # In memory, for writing to /out takes longer than some of what is measured.
    mkdir "/run/$scenario"
    cd "/run/$scenario" || exit
    status=0
    timeout 120 "/scenarios/$scenario.sh" >scenario.log 2>&1 </dev/null || status=$?
    echo $status >status
    cp -r "/run/$scenario" /out/
    echo "$(cut -d ' ' -f 1 /proc/uptime) s: $scenario ended with $status"
done </scenarios/chosen
