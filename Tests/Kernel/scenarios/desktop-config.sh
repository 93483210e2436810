#!/bin/sh -eu
# The configuration is bad when a client comes, is put right, and changes while clients are there.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

configuration=/etc/parallaxd.conf
cp $configuration saved 2>/dev/null || : >saved
trap 'cp saved $configuration; clean_up' EXIT

has_logged() { # TEXT
    journalctl --quiet --after-cursor "$cursor" --unit parallaxd --output cat | grep -qF "$1"
}

start_hub --noise
note_settings accel_3d gyro_3d
echo 'colour = blue' >$configuration
for client in 1 2 3; do
    status=0
    listen $socket 20 >"lines-bad-$client" 2>"lines-bad-$client.log" || status=$?
    fact "exit-bad-$client" $status
done
fact socket "$(systemctl is-active parallaxd.socket || true)"
fact status "$(systemctl show --property ExecMainStatus --value parallaxd)"

: >$configuration
start_listener 60 lines
wait_for 10 has_tilts lines 60
served=$(pid_of parallaxd)
echo 'users = nobody-of-that-name' >$configuration
systemctl reload parallaxd
wait_for 10 has_logged nobody-of-that-name
echo 'log-level = debug' >$configuration
systemctl reload parallaxd
fact reloaded "$(uptime)"
wait_for 10 has_tilts lines $(($(tilts_in lines) + 60))
fact same "$([ "$served" = "$(pid_of parallaxd)" ] && echo yes || echo no)"
fact connected "$(kill -0 "$listener" && echo yes)"
