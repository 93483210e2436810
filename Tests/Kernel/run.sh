#!/usr/bin/env bash
# Runs scenarios of the daemon on a real kernel and checks what they measured.
#
#   [PARALLAXD=PATH] run.sh [-k bookworm|trixie] [SCENARIO...]
#
# Without SCENARIO it runs all. PARALLAXD is the daemon; without it one is built. Prints a line for each
# checked figure, then the verdict. What the guest left is in .build/kernel/results.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
results=$root/.build/kernel/results
overlay=$root/.build/kernel/overlay
# suspend comes last, for the guest's clocks differ after it.
all=(hid-sway hid-accel-only after-the-end second-daemon bmi160 chips replug disturbed suspend)

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

daemon=${PARALLAXD-}
if [ -z "$daemon" ]; then
    build=(swift build --package-path "$root" -c release --static-swift-stdlib --product parallaxd)
    "${build[@]}"
    daemon=$("${build[@]}" --show-bin-path)/parallaxd
fi

rm -rf "$results" "$overlay"
mkdir -p "$results" "$overlay/usr/bin"
install "$daemon" "$overlay/usr/bin/parallaxd"
cp -r "$here/scenarios" "$overlay/scenarios"
mkdir -p "$overlay"/etc/udev/{rules.d,hwdb.d}
cp "$root/udev/61-parallaxd.rules" "$overlay/etc/udev/rules.d/"
cp "$root/udev/61-parallaxd.hwdb" "$overlay/etc/udev/hwdb.d/"
systemd-hwdb --root="$overlay" --strict update
printf '%s\n' "${scenarios[@]}" >"$overlay/scenarios/chosen"

# A guest that failed has left too little; check.py says what is missing.
"$here/vm.sh" -k "$suite" -o "$overlay" -t 600 "$here/guest.sh" "$results" || true
python3 "$here/check.py" "$results" "${scenarios[@]}"
