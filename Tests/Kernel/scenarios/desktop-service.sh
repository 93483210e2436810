#!/bin/sh -eu
# A client's connection starts the service, and the sensors sleep when the last one leaves. It is stopped, restarted and
# killed beside clients; the proxy does not notice.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

# What a unit's processes take, in kB: with the pages of files that it was the first to need, and without.
memory() { # NAME UNIT
    group=/sys/fs/cgroup/system.slice/$2.service
    cp "$group/memory.stat" "memory-$1"
    cat "/proc/$(pid_of "$2")/smaps" >"smaps-$1"
    fact "cold-$1" $(($(cat "$group/memory.current") / 1024))
    fact "own-$1" "$(awk '/^(anon|kernel) / { sum += $2 } END { print int(sum / 1024) }' "$group/memory.stat")"
}

drop_caches() {
    sync
    echo 3 >/proc/sys/vm/drop_caches
}

is_put_back() {
    settings accel_3d gyro_3d | cmp -s - settings-before
}

# How long it takes until the sensors are as they were before.
note_sleep() { # FACT
    begin=$(uptime)
    wait_for 10 is_put_back
    fact "$1" "$begin $(uptime)"
}

start_turning_hub
gyro=$(device_named gyro_3d)
fact proxy-before "$(pid_of iio-sensor-proxy)"
fact state-before "$(systemctl is-active parallaxd || true)"

listen $socket 6 >lines-first 2>lines-first.log
fact state-after "$(systemctl is-active parallaxd || true)"
note_sleep slept-left
sleep 3
served=$(pid_of parallaxd)
before=$(wakings "$served")
sleep 70
fact wakings-idle $(($(wakings "$served") - before))
fact same-idle "$([ "$served" = "$(pid_of parallaxd)" ] && echo yes)"

for way in stop kill; do
    start_listener 60 lines-$way
    wait_for 10 has_tilts lines-$way 60
    fact enabled-$way "$(cat "$iio/$gyro/buffer/enable")"
    if [ $way = kill ]; then kill -s KILL "$(pid_of parallaxd)"; else systemctl stop parallaxd; fi
    note_sleep slept-$way
    wait "$listener" || fact exit-$way $?
done

start_faithful lines-faithful
note_lines lines-start lines-faithful
fact restart "$(uptime)"
systemctl restart parallaxd
note_lines lines-restart lines-faithful
fact kill "$(uptime)"
kill -s KILL "$(pid_of parallaxd)"
note_lines lines-kill lines-faithful

for unit in parallaxd iio-sensor-proxy; do
    fact "exposure-$unit" "$(systemd-analyze security --no-pager $unit | grep -o 'level for.*' | grep -o '[0-9]*\.[0-9]')"
done
fact proxy-after "$(pid_of iio-sensor-proxy)"
claim 8 >claim-beside
# Each the first that needs its libraries.
drop_caches
systemctl restart iio-sensor-proxy
wait_for 10 has_proxy
start_claim 20 claim-cold
wait_for 10 is_claimed claim-cold
memory proxy iio-sensor-proxy
wait "$claimer"
drop_caches
systemctl restart parallaxd
note_lines lines-cold lines-faithful
memory ours parallaxd
fact socket "$(systemctl is-active parallaxd.socket || true)"
