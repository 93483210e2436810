#!/usr/bin/env bash
# Starts a daemon of its own and shows what it says: on this machine's sensor, or on a simulation where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
# shellcheck source=Examples/lib-daemon.sh
. Examples/lib-daemon.sh

make_place

if "$bin/parallaxctl" list --json | grep -q '"chosen":true'; then
    device=auto
    echo "Shows this machine's own motion sensor."
else
    device=sim
    echo "This machine has no motion sensor that could be used: shows a simulated person who holds a tablet."
fi

start_daemon "$device"

if [ -t 1 ]; then
    "$bin/parallaxctl" watch
else
    "$bin/parallaxctl" tilt --count 120
fi
