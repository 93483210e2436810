# shellcheck shell=sh
# What the scenarios beside iio-sensor-proxy share, in the guest with systemd. The daemon runs as its unit.
# Besides what lib.sh says check_desktop.py reads claim* (what a desktop is told) and journal-* (what both
# services logged).
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

socket=/run/parallaxd/parallaxd.sock
timers=/sys/kernel/config/iio/triggers/hrtimer
cursor=$(journalctl --quiet --lines 0 --show-cursor | sed -n 's/^-- cursor: //p')

trap 'clean_up' EXIT

# What the services say of a device that is pulled out is not of interest.
clean_up() {
    systemctl stop parallaxd
    for unit in parallaxd iio-sensor-proxy; do
        journalctl --quiet --after-cursor "$cursor" --unit "$unit" --output short-monotonic >"$unit.log"
        journalctl --quiet --after-cursor "$cursor" "_SYSTEMD_UNIT=$unit.service" --output json \
            --output-fields PRIORITY,MESSAGE >"journal-$unit"
    done
    # shellcheck disable=SC2086 # A list.
    kill $children 2>/dev/null || true
    wait
}

uptime() {
    cut -d ' ' -f 1 /proc/uptime
}

has_proxy() {
    busctl status net.hadess.SensorProxy >/dev/null 2>&1
}

# Sets $claimer.
start_claim() { # SECONDS FILE
    claim "$1" >"$2" &
    claimer=$!
    children="$children $claimer"
}

is_claimed() { # FILE
    grep -q '"to":"ClaimAccelerometer","error":null' "$1"
}

# Notes the devices' settings as they are beside the proxy alone, after a first claim. Names its version and
# whether the kernel has timers, on which follows how the daemon reads.
note_settings() { # NAME...
    systemctl stop parallaxd # which a client before has started
    wait_for 10 has_proxy
    fact proxy "$(dpkg-query --show --showformat '${Version}' iio-sensor-proxy | cut -d - -f 1)"
    fact timers "$([ -d $timers ] && echo yes || echo no)"
    claim 1 >claim-alone
    settings "$@" >settings-before
}

# A hub that lies 60° on its one side and on the other by turns, 2.5 s each, with as long to turn.
start_turning_hub() {
    start_hub --noise --motion steps --amp 60 --freq 0.2
    note_settings accel_3d gyro_3d
}

# Sets $listener.
start_service() { # SECONDS FILE
    systemctl start parallaxd
    start_listener "$1" "$2"
    wait_for 10 has_tilts "$2" 60
}

# Kills the daemon. It stays away, so that what it left is put back by its unit alone.
kill_service() {
    kill -s KILL "$(pid_of parallaxd)"
    systemctl stop parallaxd
}

# What the proxy sees of the accelerometer.
proxy_type() {
    udevadm info --query=property "$iio/$accel" | sed -n 's/^IIO_SENSOR_PROXY_TYPE=//p' | grep . || echo none
}

restart_proxy() {
    systemctl restart iio-sensor-proxy
    wait_for 10 has_proxy
}

pid_of() { # UNIT
    systemctl show --property MainPID --value "$1"
}

# How often a process has woken up.
wakings() { # PID
    awk '/ctxt_switches/ { sum += $2 } END { print sum }' "/proc/$1/status"
}

# A client that comes back whenever it is sent away, as programs of users do. Notes each connection in FILE.log.
start_faithful() { # FILE
    while :; do
        listen $socket 1000 >>"$1" 2>>"$1.log" || sleep 0.1
    done &
    children="$children $!"
}

# Notes when the client has had another second's worth of lines.
note_lines() { # FACT FILE
    wait_for 20 has_tilts "$2" $(($(tilts_in "$2") + 60))
    fact "$1" "$(uptime)"
}
