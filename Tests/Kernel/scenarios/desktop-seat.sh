#!/bin/sh -eu
# Who sits at the machine gets frames, at once also while the sensors sleep; who does not is sent away: strangers, who
# came over the network, who is only kept running, and who left the seat to somebody else.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

listen_as() { # UID SECONDS FILE
    setpriv --reuid "$1" --regid "$1" --clear-groups listen $socket "$2" >"$3" 2>"$3.log"
}

# Notes how the client ended.
refuse() { # NAME UID
    status=0
    listen_as "$2" 5 "lines-$1" || status=$?
    fact "exit-$1" $status
}

is_at_seat() { # UID
    session=$(loginctl show-seat seat0 --property ActiveSession --value)
    [ -n "$session" ] && [ "$(loginctl show-session "$session" --property User --value)" = "$1" ]
}

has_session() { # UID
    loginctl list-sessions --no-legend | awk '{ print $2 }' | grep -qx "$1"
}

has_state() { # UID STATE
    [ "$(loginctl show-user "$1" --property State --value 2>/dev/null)" = "$2" ]
}

sit() { # NAME UID TERMINAL
    systemd-run --quiet --unit "$1" --uid "$2" --property PAMName=login --property TTYPath="/dev/$3" \
        --property StandardInput=tty --property StandardOutput=tty sleep 1000
}

for user in 1000-sitter 1001-stranger 1002-other 1003-afar 1004-kept; do
    useradd --create-home --uid "${user%-*}" --shell /bin/sh "${user#*-}"
done
start_hub --noise
note_settings accel_3d gyro_3d
sit sitting 1000 tty1
wait_for 30 is_at_seat 1000
# At once, also while logind still calls the user's state opening.
fact state "$(loginctl show-user 1000 --property State --value)"
listen_as 1000 5 lines-login

for time in 1 2 3; do
    sleep 3
    settings accel_3d gyro_3d >settings-asleep-$time
    listen_as 1000 1 lines-woken-$time
done
refuse stranger 1001
systemd-run --quiet --unit remote remote afar far.example.org
# To logind who came over the network is as active as who sits there.
wait_for 30 has_state 1003 active
refuse afar 1003
systemctl stop remote
loginctl enable-linger kept
wait_for 30 has_state 1004 lingering
refuse kept 1004

listen_as 1000 60 lines-left &
leaving=$!
children="$children $leaving"
wait_for 10 has_tilts lines-left 60
sit other 1002 tty2
fact left "$(uptime)"
wait_for 30 has_session 1002
loginctl activate "$(loginctl list-sessions --no-legend | awk '$3 == "other" && /seat0/ { print $1 }')"
wait_for 30 is_at_seat 1002
status=0
wait $leaving || status=$?
fact exit-left $status
refuse switched 1000
listen_as 1002 3 lines-other
systemctl stop other sitting
