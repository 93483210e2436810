#!/usr/bin/env bash
# hidden.sh bench: prints what frames cost, on a display that nobody sees, beside a daemon that simulates a sensor.
# hidden.sh pictures DIRECTORY: writes pictures of the gallery there.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
gallery=$(swift build -c release --static-swift-stdlib --package-path Gallery --scratch-path .build/gallery \
    --show-bin-path)/parallax-gallery

place=$(mktemp -d)
started=()
stop() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    rm -rf "$place"
}
trap stop EXIT
mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1920x1200x24 -noreset 3>"$place/display" 2>/dev/null &
started+=($!)
read -r display <"$place/display"
export DISPLAY=:$display GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory LANG=C.UTF-8
export XDG_CONFIG_HOME=$place PARALLAX_REDUCE_MOTION=0 PARALLAXD_SOCKET=$place/parallaxd.sock
"$bin/parallaxd" --device sim:sway --log-level warning &
started+=($!)
until [ -S "$PARALLAXD_SOCKET" ]; do
    kill -0 "${started[1]}" 2>/dev/null || { wait "${started[1]}"; exit; }
    sleep 0.05
done

case ${1:-} in
bench)
    "$gallery" --size 810x610 --page cards --measure "${SECONDS_EACH:-60}"
    "$gallery" --size 810x610 --page cards --measure "${SECONDS_EACH:-60}" --scroll
    "$gallery" --size 810x610 --page landscape --measure "${SECONDS_EACH:-60}"
    ;;
pictures)
    directory=${2:?hidden.sh pictures DIRECTORY}
    mkdir -p "$directory"
    "$gallery" --size 370x650 --pictures "$place"
    for page in landscape cards street scroll-scrolled header button; do
        convert "$place/$page.png" -shave 5x5 "$place/$page-shaved.png"
    done
    montage "$place"/{landscape,cards,street,scroll-scrolled,header,button}-shaved.png -tile 6x -geometry 200x+4+4 \
        -background none "$place/pages.png"
    convert "$place/pages.png" -colors 256 "PNG8:$directory/pages.png"
    convert -delay 5 -loop 0 "$place"/turn-*.png -shave 5x5 -resize 270x -quality 60 "$directory/landscape.webp"
    ;;
*)
    echo "hidden.sh: bench, or pictures DIRECTORY" >&2
    exit 64
    ;;
esac
