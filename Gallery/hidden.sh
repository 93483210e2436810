#!/usr/bin/env bash
# hidden.sh GALLERY bench: prints what frames of that program cost, on a display that nobody sees, beside a daemon that
# simulates a sensor.
# hidden.sh GALLERY pictures DIRECTORY: writes pictures of the gallery there.
set -euo pipefail
gallery=${1:?hidden.sh GALLERY bench, or hidden.sh GALLERY pictures DIRECTORY}
cd "$(dirname "$0")/.."
bin=$(swift build -c release --static-swift-stdlib --show-bin-path)
# shellcheck source=Examples/lib-daemon.sh
. Examples/lib-daemon.sh

make_place
mkfifo "$place/display"
Xvfb -displayfd 3 -screen 0 1920x1200x24 -noreset 3>"$place/display" 2>/dev/null &
started+=($!)
read -r display <"$place/display"
export DISPLAY=:$display GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory LANG=C.UTF-8
export XDG_CONFIG_HOME=$place PARALLAX_REDUCE_MOTION=0
start_daemon sim:sway

case ${2:-} in
bench)
    "$gallery" --size 810x610 --page cards --measure "${SECONDS_EACH:-60}"
    "$gallery" --size 810x610 --page cards --measure "${SECONDS_EACH:-60}" --scroll
    "$gallery" --size 810x610 --page landscape --measure "${SECONDS_EACH:-60}"
    ;;
pictures)
    directory=${3:?hidden.sh GALLERY pictures DIRECTORY}
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
    echo "hidden.sh GALLERY bench, or hidden.sh GALLERY pictures DIRECTORY" >&2
    exit 64
    ;;
esac
