#!/bin/sh -eu
# Sensors that come after the installation, go, come again and have their drivers unbound: the daemon's user may read
# them each time, and nothing else of the machine ever.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

rights() {
    for file in "/dev/$accel" "$iio/$accel/buffer/enable" "$iio/$accel/in_accel_sampling_frequency" \
        "$iio/$accel/in_accel_x_raw"; do
        stat --format '%a %U:%G' "$file"
    done | tr '\n' ' '
}

# Whether a client hears how the sensors are read, and that they are.
note_frames() { # NAME
    listen $socket 5 >"lines-$1" 2>"lines-$1.log"
    fact "rights-$1" "$(rights)"
}

# The daemon's place with another program in it.
probe() {
    unit=/run/systemd/system/probe.service
    sed -e '/^\(Exec\|Requires\|Restart\|Watchdog\|StartLimit\|StateDir\|RuntimeDir\)/d' \
        -e 's/^Type=.*/Type=oneshot/' -e 's,^BindPaths=.*,,' -e 's/^After=parallaxd.socket/After=/' \
        -e "s,^\[Service\],&\nExecStart=/bin/sh /scenarios/probe.sh\nStandardOutput=file:$PWD/probe," \
        "$(systemctl show --property FragmentPath --value parallaxd)" >$unit
    systemctl daemon-reload
    systemctl stop parallaxd
    systemctl start probe || true
    rm $unit
}

start_hub --noise
note_settings accel_3d gyro_3d
note_frames first
for round in 1 2 3; do
    stop_hub
    start_hub --noise
    note_frames plugged-$round
done

# Without a pause of ours: the daemon sees the device before its rights.
start_listener 30 lines-connected
wait_for 10 has_tilts lines-connected 60
for round in 1 2 3; do
    stop_hub
    start_hub --noise
    wait_for 10 has_tilts lines-connected $(($(tilts_in lines-connected) + 60))
done
fact connected "$(kill -0 "$listener" && echo yes)"

driver=/sys/bus/platform/drivers/hid_sensor_accel_3d
bound=$(basename "$(readlink -f "$iio/$accel/..")")
echo "$bound" >$driver/unbind
echo "$bound" >$driver/bind
udevadm settle
accel=$(device_named accel_3d)
note_frames bound
wait_for 10 has_proxy
probe
