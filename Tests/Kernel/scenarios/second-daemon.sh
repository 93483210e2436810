#!/bin/sh -eu
# A second daemon on the same device, or on the same socket, goes and leaves the first alone.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

# Notes the exit status as the fact exit-NAME, and the messages in second-NAME.log.
run_second() { # NAME DEVICE SOCKET
    status=0
    timeout 10 parallaxd --device "$2" --socket "$3" 2>"second-$1.log" || status=$?
    fact "exit-$1" $status
}

start_hub
start_daemon "$accel"
fact pid "$daemon"
start_listener 60 lines
wait_for 10 has_tilts lines 10
settings accel_3d gyro_3d >settings-before
run_second device "$accel" /run/other.sock
run_second socket sim $socket # a device of its own, so that only the socket is in the way
settings accel_3d gyro_3d >settings-after
fact frames-before "$(tilts_in lines)"
wait_for 10 has_tilts lines $(($(tilts_in lines) + 60))
listen $socket 1 >lines-new
