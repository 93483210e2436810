# shellcheck shell=sh
# What the scenarios with parallaxd-exclusive share. It stops with the others.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

trap 'systemctl stop parallaxd-exclusive; clean_up' EXIT

# The input device, such as input7.
input() {
    grep -lsx 'parallaxd accelerometer' /sys/class/input/input*/name | cut -d / -f 5 | grep . || echo none
}
