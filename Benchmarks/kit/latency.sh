#!/usr/bin/env bash
# From a frame to deviceMotion, with the programs in the directory $1.
set -euo pipefail
folder=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon"; rm -rf "$folder"' EXIT
# Before all else that the machine does, where that is allowed.
first=()
if chrt -f 1 true 2>/dev/null; then
    first=(chrt -f 1)
    echo "at real-time priority:"
fi
"${first[@]}" "$1/kit-bench" latency "$folder/bench"
STATE_DIRECTORY=/proc/none RUNTIME_DIRECTORY=$folder \
    "${first[@]}" "$1/parallaxd" --device sim --socket "$folder/daemon" 2>"$folder/log" &
daemon=$!
until [ -S "$folder/daemon" ]; do sleep 0.1; kill -0 "$daemon"; done
PARALLAXD_SOCKET=$folder/daemon "${first[@]}" "$1/kit-bench" daemon
