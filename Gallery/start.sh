#!/usr/bin/env bash
# Starts the gallery, with a daemon of its own that simulates a sensor where none answers.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
gallery=$(swift build -c release --static-swift-stdlib --package-path Gallery --scratch-path .build/gallery \
    --show-bin-path)/parallax-gallery

if "$bin/parallaxctl" status >/dev/null 2>&1; then
    exec "$gallery"
fi
echo "No daemon answers: shows a simulated person who holds a tablet."
place=$(mktemp -d)
export PARALLAXD_SOCKET=$place/parallaxd.sock
"$bin/parallaxd" --device sim --log-level warning &
daemon=$!
stop() {
    kill "$daemon" 2>/dev/null || true
    rm -rf "$place"
}
trap stop EXIT
until [ -S "$PARALLAXD_SOCKET" ]; do
    kill -0 "$daemon" 2>/dev/null || { wait "$daemon"; exit; }
    sleep 0.05
done
"$gallery"
