# shellcheck shell=sh
# What the scenarios share. guest.sh runs each in a folder of its own. check.py reads what they leave there:
# facts (a name and a value on a line), lines* (what a client received), settings-* (what a reader of a device
# changes) and truth (the pose of the hub).
set -eu

iio=/sys/bus/iio/devices
socket=/run/p.sock
children=

trap 'kill $children 2>/dev/null || true; wait' EXIT
trap 'exit 143' TERM

fail() {
    echo "$*"
    exit 1
}

fact() { # NAME VALUE
    echo "$1 $2" >>facts
}

# Tries a command ten times a second.
wait_for() { # SECONDS COMMAND...
    tries=$(($1 * 10))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || fail "waited in vain for: $*"
        sleep 0.1
    done
}

has_device() { # NAME
    grep -qsx "$1" $iio/iio:device*/name
}

# The id of the device, such as iio:device0.
device_named() { # NAME
    basename "$(dirname "$(grep -lsx "$1" $iio/iio:device*/name)")"
}

# Loads i2c-stub anew with chips at these addresses, and nothing left of a scenario before. Sets $bus.
load_stub() { # ADDRESS,...
    for module in bmi160_i2c kxcjk-1013 mxc4005 bmc150-accel-i2c st_accel_i2c st_lsm6dsx_i2c inv-mpu6050-i2c \
        da280 bmg160_i2c i2c-stub; do
        modprobe -r "$module" 2>/dev/null || true
    done
    modprobe i2c-stub chip_addr="$1"
    # shellcheck disable=SC2034 # For the scenarios.
    bus=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name | sed 's,.*/i2c-\([0-9]*\)/name,\1,')
}

# Sets $hub, and $accel to the id of its accelerometer. The gyroscope is there too when this returns.
start_hub() { # OPTION...
    vimu --truth truth "$@" 2>>hub.log &
    hub=$!
    children="$children $hub"
    wait_for 10 has_device accel_3d
    case " $* " in
        *" --accel-only "*) ;;
        *) wait_for 10 has_device gyro_3d ;;
    esac
    udevadm settle
    accel=$(device_named accel_3d)
}

stop_hub() {
    kill "$hub"
    wait "$hub"
}

# Sets $daemon. A socket file of an earlier one would be taken for this one's.
start_daemon() { # DEVICE
    rm -f $socket
    parallaxd --device "$1" --socket $socket 2>>daemon.log &
    daemon=$!
    children="$children $daemon"
    wait_for 10 [ -S $socket ]
}

# Ends the daemon by a signal and notes its exit status as the fact exit-SIGNAL.
stop_daemon() { # SIGNAL
    status=0
    kill -s "$1" "$daemon"
    wait "$daemon" || status=$?
    fact "exit-$1" $status
}

# Sets $listener.
start_listener() { # SECONDS FILE
    listen $socket "$1" >"$2" &
    listener=$!
    children="$children $listener"
}

tilts_in() { # FILE
    grep -c '"type":"tilt"' "$1" || true
}

has_tilts() { # FILE COUNT
    [ "$(tilts_in "$1")" -ge "$2" ]
}

# How the daemon said last that it reads.
mode_in() { # FILE
    grep -o '"mode":"[a-z]*"' "$1" | tail -n 1 | cut -d '"' -f 4
}

threads() { # PID
    find "/proc/$1/task" -mindepth 1 -maxdepth 1 | wc -l
}

# A line for each setting that a reader of the devices' buffers changes. The kernel ends some with a NUL.
settings() { # NAME...
    for name in "$@"; do
        cd "$iio/$(device_named "$name")"
        for file in buffer/enable buffer/length buffer/watermark trigger/current_trigger \
            current_timestamp_clock *sampling_frequency scan_elements/*_en; do
            echo "$name $file $(tr -d '\0' <"$file")"
        done
        cd "$OLDPWD"
    done
}

# What hid-sway and hid-accel-only have in common: one client for 26 s, then ten more.
record_sway() { # OPTION...
    start_hub --hz 100 --motion sway --amp 20 --freq 0.5 "$@"
    start_daemon "$accel"
    start_listener 26 lines
    wait_for 10 has_tilts lines 60
    fact threads "$(threads "$daemon")"
    fact enable "$(cat "$iio/$accel/buffer/enable")"
    wait "$listener"

    for client in 0 1 2 3 4 5 6 7 8 9; do
        start_listener 30 "lines-client$client"
    done
    for client in 0 1 2 3 4 5 6 7 8 9; do
        wait_for 10 has_tilts "lines-client$client" 10
    done
    # 6.1 adds VmRSS up with a delay, here 1.5 MB too low; the sum over the mappings is exact.
    fact vmrss "$(awk '/^VmRSS/ { print $2 }' "/proc/$daemon/status")"
    fact rss "$(awk '/^Rss/ { print $2 }' "/proc/$daemon/smaps_rollup")"
}
