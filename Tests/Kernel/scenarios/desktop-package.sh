#!/bin/sh -eu
# The package is installed over itself beside a client, removed and purged.
# shellcheck source-path=SCRIPTDIR source=lib-desktop.sh
. /scenarios/lib-desktop.sh

package=/parallaxd.deb

# What is ours: by name, and by the number of the user, who may be gone.
ours() {
    find / -xdev \( -name '*parallaxd*' -o -uid "$user" -o -gid "$group" \) \
        ! -path '/proc/*' ! -path '/out/*' ! -path '/tmp/*' ! -path "$PWD/*" ! -path $package \
        ! -path '/run/desktop*' ! -path '/scenarios/*' 2>/dev/null || true # what has gone meanwhile
    find /sys/devices /sys/kernel/config /dev /run \( -uid "$user" -o -gid "$group" -o -name 'parallaxd*' \) \
        ! -path '/run/desktop*' ! -path '/run/chosen' 2>/dev/null || true
    getent passwd parallaxd || true
    getent group parallaxd || true
}

rights() {
    stat --format '%n %a %U:%G' "/dev/$accel" "$iio/$accel"/buffer/* "$iio/$accel"/scan_elements/* \
        "$iio/$accel"/*sampling_frequency | sed 's,.*/iio:device[0-9]*/,,'
}

user=$(id -u parallaxd)
group=$(id -g parallaxd)
start_turning_hub
start_faithful lines
note_lines lines-start lines
fact upgraded "$(uptime)"
dpkg --install $package >dpkg.log 2>&1
note_lines lines-upgraded lines
rights >rights-installed
dpkg --remove parallaxd >>dpkg.log 2>&1
rights >rights-removed
systemctl list-units --all --no-legend --plain 'parallaxd*' >units-removed
claim 8 >claim-removed
dpkg --purge parallaxd >>dpkg.log 2>&1
ours >left
claim 8 >claim-purged
fact proxy-type "$(proxy_type)"
dpkg --install $package >>dpkg.log 2>&1
