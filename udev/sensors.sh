#!/bin/sh
# Who has the rights to sensors: to what parallaxd writes and to the nodes that it reads.
#
#   sensors.sh give DIRECTORY   those of a device or timer, by its directory in sysfs, to the daemon's user
#   sensors.sh take             all of them back to root
#
# udev's rule 61 gives them; they are taken when parallaxd is removed, for they outlive it, and the number of its group
# may be given to another.
set -eu

group=parallaxd
timers=/sys/kernel/config/iio/triggers/hrtimer

give() { # FILE...
    for file in "$@"; do
        if [ -e "$file" ]; then
            chgrp $group "$file"
            chmod g+rw "$file"
        fi
    done
}

case ${1-} in
    give)
        # The node last: who can open it can do everything else.
        give $timers "$2"/buffer/enable "$2"/buffer/length "$2"/buffer/watermark "$2"/scan_elements/*_en \
            "$2"/trigger/current_trigger "$2"/current_timestamp_clock "$2"/*sampling_frequency "/dev/${2##*/}"
        ;;
    take)
        getent group $group >/dev/null || exit 0 # which never got any
        for place in /sys/devices /sys/kernel/config /dev; do
            [ ! -d $place ] || find $place -xdev -group $group -exec chgrp root {} + -exec chmod g-w {} +
        done
        # The kernel's own.
        find /dev -maxdepth 1 -name 'iio:device*' -group root -exec chmod 0600 {} +
        ;;
    *)
        echo "usage: sensors.sh give DIRECTORY | take" >&2
        exit 64
        ;;
esac
