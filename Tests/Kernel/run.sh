#!/usr/bin/env bash
# Runs scenarios of the daemon on a real kernel and checks what they measured.
#
#   run.sh [-k bookworm|trixie] [SCENARIO...]
#
# Without SCENARIO it runs all: those called desktop-* in a fresh Debian with iio-sensor-proxy, where the package is
# installed by dpkg, the others in a quick guest that has what `make install-daemon` installs. Prints a line for each
# checked figure, then the verdict. What the guests left is in .build/kernel/results.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
results=$root/.build/kernel/results
overlays=$root/.build/kernel/overlays
# suspend comes last, for the guest's clocks differ after it.
quick=(hid-sway hid-accel-only after-the-end second-daemon bmi160 chips replug disturbed suspend)
desktop=(
    desktop-service desktop-rights desktop-config desktop-watchdog desktop-seat
    desktop-hub desktop-claims desktop-restart desktop-kill desktop-bmi160 desktop-kxcjk desktop-holder
    desktop-exclusive desktop-exclusive-idle desktop-package desktop-suspend
)
all=("${quick[@]}" "${desktop[@]}")

suite=bookworm
while getopts k: option; do
    case $option in
        k) suite=$OPTARG ;;
        *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
scenarios=("$@")
[ $# -gt 0 ] || scenarios=("${all[@]}")
for scenario in "${scenarios[@]}"; do
    [[ " ${all[*]} " = *" $scenario "* ]] || {
        echo "run: no scenario $scenario; there are ${all[*]}" >&2
        exit 64
    }
done

# Boots a guest for those of the scenarios that belong into it, if there are any.
run_in() { # MODE SCENARIO...
    local mode=$1 scenario
    shift
    mkdir "$results/$mode"
    for scenario in "${scenarios[@]}"; do
        [[ " $* " != *" $scenario "* ]] || echo "$scenario" >>"$results/$mode/chosen"
    done
    [ -s "$results/$mode/chosen" ] || return 0
    # A guest that failed has left too little; check.py says what is missing.
    "$here/vm.sh" -k "$suite" -m "$mode" -o "$overlays/$mode" -t 2400 "$here/guest.sh" "$results/$mode" || true
}

# The folder that each of the scenarios leaves.
folders() {
    local mode
    for mode in quick systemd; do
        [ ! -e "$results/$mode/chosen" ] || sed "s,^,$results/$mode/," "$results/$mode/chosen"
    done
}

rm -rf "$results" "$overlays"
mkdir -p "$results" "$overlays"/{quick,systemd}
{
    make -C "$root" install-daemon DESTDIR="$overlays/quick" PREFIX=/usr && make -C "$root" deb
} >"$results/build.log" 2>&1 || {
    cat "$results/build.log" >&2
    exit 70
}
cp "$root"/.build/deb/parallaxd_*.deb "$overlays/systemd/parallaxd.deb"
for mode in quick systemd; do cp -r "$here/scenarios" "$overlays/$mode/scenarios"; done
ln -s usr/lib "$overlays/quick/lib" # systemd-hwdb looks in /lib only
systemd-hwdb --root="$overlays/quick" --strict update
rm "$overlays/quick/lib"

# Each guest has one processor, and what it measures does not depend on what else this machine does.
run_in quick "${quick[@]}" &
run_in systemd "${desktop[@]}"
wait
mapfile -t left < <(folders)
python3 "$here/check.py" "${left[@]}"
