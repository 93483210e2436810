#!/bin/sh -eu
# Who sits at the machine gets frames, at once also while the sensors sleep; who does not is sent away.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

listen_as() { # UID SECONDS FILE
    setpriv --reuid "$1" --regid "$1" --clear-groups listen $socket "$2" >"$3" 2>"$3.log"
}

is_at_seat() { # UID
    session=$(loginctl show-seat seat0 --property ActiveSession --value)
    [ -n "$session" ] && [ "$(loginctl show-session "$session" --property User --value)" = "$1" ]
}

useradd --uid 1000 sitter
useradd --uid 1001 stranger
systemd-run --quiet --unit sitting --uid 1000 --property PAMName=login --property TTYPath=/dev/tty1 \
    --property StandardInput=tty --property StandardOutput=tty sleep 1000
wait_for 30 is_at_seat 1000
start_hub --noise
note_settings accel_3d gyro_3d
systemctl start parallaxd

for time in 1 2 3; do
    sleep 3
    settings accel_3d gyro_3d >settings-asleep-$time
    listen_as 1000 1 lines-woken-$time
done
status=0
listen_as 1001 5 lines-stranger || status=$?
fact exit-stranger $status

listen_as 1000 30 lines-left &
leaving=$!
children="$children $leaving"
wait_for 10 has_tilts lines-left 60
fact left "$(uptime)"
systemctl stop sitting
status=0
wait $leaving || status=$?
fact exit-left $status
