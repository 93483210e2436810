#!/bin/sh
# What a program could do in the daemon's place: a line for each of what it must not and what it must, with the outcome.
attempt() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >/dev/null 2>&1; then echo "$name works"; else echo "$name fails"; fi
}

attempt user [ "$(id -un)" = parallaxd ]
for device in /dev/iio:device*; do
    attempt "node" sh -c ": <$device"
    # A switch may be in use; a rate may be written at any time.
    for rate in "/sys/bus/iio/devices/${device##*/}"/*sampling_frequency; do
        attempt rate sh -c "echo $(cat "$rate") >$rate"
    done
done
attempt memory sh -c ': </dev/mem'
attempt console sh -c ': >/dev/console'
attempt disk sh -c ': </dev/pmem0'
attempt uinput sh -c ': >/dev/uinput'
attempt shadow cat /etc/shadow
attempt passwords sh -c ': >>/etc/passwd'
attempt cpu sh -c 'echo 1 >/sys/devices/system/cpu/cpu1/online || : >>/sys/devices/system/cpu/cpu0/uevent'
attempt bus busctl list
attempt bus-socket [ -S /run/dbus/system_bus_socket ]
attempt systemd systemctl show
attempt systemd-socket [ -e /run/systemd/private ]
attempt signal kill -0 1
attempt module modprobe dummy
attempt mount mount -t tmpfs none /tmp
attempt home ls /root
