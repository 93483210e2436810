#!/usr/bin/env bash
# start.sh GALLERY: starts that program, with a daemon of its own that simulates a sensor where none answers.
set -euo pipefail
gallery=${1:?start.sh GALLERY}
cd "$(dirname "$0")/.."
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
# shellcheck source=Examples/lib-daemon.sh
. Examples/lib-daemon.sh

if "$bin/parallaxctl" status >/dev/null 2>&1; then
    exec "$gallery"
fi
echo "No daemon answers: shows a simulated person who holds a tablet."
make_place
start_daemon sim
"$gallery"
