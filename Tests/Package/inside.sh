#!/usr/bin/env bash
# Installs, replaces, removes and purges /package.deb, in a Debian where it never was. systemd and udev do not run: what
# they are told is noted instead. run.sh calls it.
set -euo pipefail

export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
calls=/tmp/calls
node=/dev/iio:device9
wants=/etc/systemd/system

fail() { echo "package: $1" >&2; exit 1; }

# All files, and what those in /etc say, but for what dpkg and passwd note for themselves.
machine() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /var/lib/dpkg \
        -o -name hwdb.bin -o -name dpkg.log -o -path '/etc/*-' -o -name .pwd.lock \) -prune \
        -o -printf '%M %u %g %p %l\n' | sort
    find /etc -type f ! -name '*-' ! -name .pwd.lock -exec md5sum {} + | sort -k 2
}

# Programs that note what they are told. A sensor's property is as the rules say since udev last looked.
put_stand_ins() {
    rm -f /usr/sbin/policy-rc.d
    mkdir -p /run/systemd/system /run/udev
    touch /run/udev/control
    echo 'IIO_SENSOR_PROXY_TYPE=iio-poll-accel iio-buffer-accel' >/run/property
    cat >/usr/local/bin/systemctl <<'SCRIPT'
#!/bin/sh
case " $* " in
    *" is-enabled "* | *" --root"*) SYSTEMD_OFFLINE=1 exec /usr/bin/systemctl "$@" ;;
    *is-active*) exit 3 ;;
    *daemon-reload*) ;;
    *) echo "systemctl $*" >>/tmp/calls ;;
esac
SCRIPT
    cat >/usr/local/bin/udevadm <<'SCRIPT'
#!/bin/sh
case $1 in
    info) exec cat /run/property ;;
    trigger)
        rule=/usr/lib/udev/rules.d/81-parallaxd.rules
        echo "IIO_SENSOR_PROXY_TYPE=iio-poll-accel$([ -e $rule ] || echo ' iio-buffer-accel')" >/run/property
        [ ! -e $rule ] || getent group parallaxd >/dev/null || echo "too early: there is no group yet" >>/tmp/calls
        systemd-hwdb query parallaxd:name:lsm6dsl: >>/tmp/calls
        ;;
esac
echo "udevadm $*" >>/tmp/calls
SCRIPT
    chmod +x /usr/local/bin/systemctl /usr/local/bin/udevadm
}

# Runs dpkg, and compares what systemd and udev were told meanwhile with standard input.
tells() { # DPKG_OPTION...
    : >$calls
    dpkg "$@"
    diff -u - <(sed 's/ --\(quiet\|system\)\>//g' $calls) || fail "dpkg $* tells systemd and udev something else"
}

is_gone() {
    machine >/tmp/after
    diff -u /tmp/before /tmp/after || fail "purged, it leaves what stands above"
    ! compgen -G '/var/lib/dpkg/info/parallaxd*' || fail "purged, it leaves its scripts"
}

put_stand_ins
machine >/tmp/before

tells -i /package.deb <<'CALLS'
systemctl start parallaxd.socket
udevadm control --reload
PARALLAXD_RATE=104
udevadm trigger --action=change --settle --subsystem-match=iio
systemctl try-restart iio-sensor-proxy.service
CALLS
getent passwd parallaxd
getent group parallaxd
[ -e $wants/sockets.target.wants/parallaxd.socket ] || fail "the socket is not enabled"
[ "$(find $wants -name 'parallaxd*')" = $wants/sockets.target.wants/parallaxd.socket ] || fail "more is enabled"

# The programs find their libraries, the user may read the configuration, and frames come.
parallaxctl --version
parallaxd-exclusive --version
user=(setpriv --reuid parallaxd --regid parallaxd --clear-groups)
"${user[@]}" parallaxd --check-config --config /etc/parallaxd.conf
"${user[@]}" parallaxd --config /etc/parallaxd.conf --device sim --socket /tmp/parallaxd.sock &
until [ -S /tmp/parallaxd.sock ]; do kill -0 $!; sleep 0.05; done
parallaxctl tilt --count 3 --socket /tmp/parallaxd.sock
kill $!
wait $!
rm -f /tmp/parallaxd.sock*

# What a machine has after a while: a changed file, a unit enabled by hand, something learnt, a sensor given away.
echo 'log-level = debug' >>/etc/parallaxd.conf
SYSTEMD_OFFLINE=1 /usr/bin/systemctl enable parallaxd-exclusive.service
install -D -o parallaxd -g parallaxd /dev/null /var/lib/parallaxd/bmi160.bias
install -m 660 -g parallaxd /dev/null $node
mkdir /run/parallaxd

tells -i /package.deb <<'CALLS'
systemctl start parallaxd.socket
systemctl try-restart parallaxd-exclusive.service parallaxd.service
udevadm control --reload
PARALLAXD_RATE=104
udevadm trigger --action=change --settle --subsystem-match=iio
CALLS
grep -qx 'log-level = debug' /etc/parallaxd.conf || fail "replaced, it has a configuration that is not the machine's"

tells -r parallaxd <<'CALLS'
systemctl stop parallaxd.socket
systemctl stop parallaxd-exclusive.service parallaxd.service
udevadm control --reload
udevadm trigger --action=change --settle --subsystem-match=iio
systemctl try-restart iio-sensor-proxy.service
CALLS
[ "$(stat -c '%a %G' $node)" = '600 root' ] || fail "removed, it leaves the sensor to $(stat -c '%a %G' $node)"
grep -qx 'log-level = debug' /etc/parallaxd.conf || fail "removed, it takes the machine's configuration along"
[ -e /var/lib/parallaxd/bmi160.bias ] || fail "removed, it takes along what it learnt"

dpkg --purge parallaxd
is_gone

# There again, and all at once.
dpkg -i /package.deb
dpkg --purge parallaxd
is_gone
echo "package: comes and goes as it should"
