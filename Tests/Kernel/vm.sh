#!/usr/bin/env bash
# Boots a Debian kernel under qemu, in software, and runs a script in it.
#
#   vm.sh [-k bookworm|trixie] [-m quick|systemd] [-o OVERLAY_DIR] [-t SECONDS] SCRIPT OUT_DIR
#
# The kernel is 6.1 (bookworm) or 6.12 (trixie, with software triggers). The guest is, with -m,
#
#   quick     a busybox initramfs with udevd; the libraries of OVERLAY_DIR's programs come along
#   systemd   a minimal Debian of the kernel's suite with systemd, udev, logind, D-Bus, polkit and
#             iio-sensor-proxy (3.0 or 3.7)
#
# and has the tools of libiio and I2C and the programs of the C files beside this script. OVERLAY_DIR is
# copied over /. SCRIPT runs as root; what it leaves in /out comes back in OUT_DIR, with the console in
# console.log.
#
# Exit status: that of SCRIPT; 124 when the guest took more than SECONDS of this machine's time, 70 when it
# ended without a result.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/parallaxd-kernel
export PATH=$PATH:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive

packages=(
    busybox-static cpio e2fsprogs gcc i2c-tools kmod libc6-dev libiio-utils libpam0g-dev libsystemd-dev mmdebstrap
    qemu-system-x86 udev xz-utils
)
debian_packages=(
    dbus i2c-tools iio-sensor-proxy kmod libiio-utils libiio0 libinih1 libjansson4 libpam-systemd libstdc++6 login
    passwd polkitd systemd-sysv udev
)
guest_programs=(iio_attr iio_info iio_readdev i2cget i2cset udevadm)
modules=(
    9p 9pnet_virtio virtio_pci
    uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d
    i2c-dev i2c-stub bmi160_i2c kxcjk-1013 mxc4005 bmc150-accel-i2c st_accel_i2c st_lsm6dsx_i2c
    inv-mpu6050-i2c da280 bmg160_i2c
    industrialio-configfs iio-trig-hrtimer # trixie only
    nfit nd_pmem crc32c_generic ext4 uinput evdev joydev
)

usage() {
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 64
}

# Runs a command whose output matters only when it fails.
quietly() {
    local output
    output=$("$@" 2>&1) || {
        printf '%s\n' "$output" "vm: failed: $*" >&2
        return 1
    }
}

install_packages() {
    local package missing=()
    for package in "${packages[@]}"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    quietly apt-get update -q
    quietly apt-get install -qy --no-install-recommends "${missing[@]}"
}

# Sets `apt` to the options of an apt that knows one suite only and leaves the machine's own lists alone, and
# `mirror` to where it fetches from.
configure_apt() { # SUITE
    local state=$cache/apt-$1
    mirror=$(grep -rshoE '^[^#]*https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list* |
        grep -oE 'https?://[^ ]+' | head -n 1) || true
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
    mirror=${mirror:-http://deb.debian.org/debian}
    echo "deb $mirror $1 main" >"$state/sources.list"
    apt=(
        -o "Dir::Etc::sourcelist=$state/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$state/lists" -o "Dir::Cache=$state/cache" -o APT::Sandbox::User=root
    )
}

# Unpacks the suite's kernel in the cache. The folder appears whole or not at all.
fetch_kernel() { # SUITE
    local target=$cache/kernel-$1 part package
    [ ! -d "$target" ] || return 0
    configure_apt "$1"
    quietly apt-get "${apt[@]}" update -q
    package=$(apt-cache "${apt[@]}" depends linux-image-amd64 | awk '/Depends: linux-image/ { print $2 }')
    part=$(mktemp -d "$cache/part.XXXXXX")
    cd "$part"
    quietly apt-get "${apt[@]}" download "$package"
    dpkg -x ./*.deb .
    rm ./*.deb
    [ -d lib/modules ] || ln -s usr/lib lib
    depmod -b . "$(ls lib/modules)"
    cd "$here"
    mv "$part" "$target"
}

# Sets `disk` to an image of the suite's Debian in the cache. It is made anew when its packages are others.
make_debian() { # SUITE
    local part list
    list=$(IFS=, && echo "${debian_packages[*]}")
    disk=$cache/debian-$1-$(cksum <<<"$list" | cut -d ' ' -f 1).img
    [ ! -f "$disk" ] || return 0
    configure_apt "$1"
    part=$(mktemp -d "$cache/part.XXXXXX")
    # Hardware databases that name makers and models, and manuals, are half of it.
    quietly mmdebstrap --variant=minbase --include="$list" --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=*/udev/hwdb.d/20-*' "$1" "$part/root" "$mirror"
    rm -rf "$part/root/var/log/journal" # so that the journal is kept in memory
    quietly mke2fs -q -t ext4 -d "$part/root" "$part/disk" 512M
    rm -f "$cache/debian-$1"-*.img
    mv "$part/disk" "$disk"
    rm -rf "$part"
}

# The files of `modules` and of what they depend on; a module that this kernel lacks is left out.
module_files() {
    local module
    for module in "${modules[@]}"; do
        modprobe -d "$kernel" -S "$release" --show-depends "$module" 2>/dev/null || true
    done | awk '/^insmod/ { print $2 }' | sort -u
}

# Copies the modules uncompressed, which any modprobe can load.
add_modules() { # ROOT
    local file target
    module_files | while read -r file; do
        target=$1/lib/modules/${file#*/lib/modules/}
        mkdir -p "$(dirname "$target")"
        case $file in
            *.xz) xz -dc "$file" >"${target%.xz}" ;;
            *) cp "$file" "$target" ;;
        esac
    done
    cp "$kernel/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} "$1/lib/modules/$release/"
    depmod -b "$1" "$release"
}

compile() { # SOURCE DIR OPTION...
    gcc -std=gnu17 -O2 -Wall -Wextra -Werror -o "$2/$(basename "$1" .c)" "$1" "${@:3}"
}

add_busybox() { # ROOT
    local program
    cp "$(command -v busybox)" "$1/bin/busybox"
    for program in $(busybox --list | grep -vx busybox); do
        ln -s busybox "$1/bin/$program"
    done
}

# What every guest has: our programs, the overlay and the script.
add_ours() { # ROOT
    mkdir -p "$1/usr/bin"
    compile "$here/vimu.c" "$1/usr/bin" -static -lm
    compile "$here/listen.c" "$1/usr/bin" -static
    [ -z "$overlay" ] || cp -a "$overlay/." "$1/"
    cp "$script" "$1/script"
}

# Copies the libraries of every dynamic program in ROOT. ldd fails for static programs and scripts.
add_libraries() { # ROOT
    local program library
    find "$1/bin" "$1/usr" -type f -perm -u+x | while read -r program; do
        ldd "$program" 2>/dev/null || true
    done | grep -oE '/[^ ]+' | sort -u | while read -r library; do
        [ -e "$1$library" ] || install -D "$library" "$1$library"
    done
}

write_init() { # ROOT
    cat >"$1/init" <<'INIT'
#!/bin/sh
export PATH=/usr/bin:/usr/sbin:/bin:/sbin HOME=/
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
for module in virtio_pci nfit nd_pmem crc32c_generic ext4 9pnet_virtio 9p; do modprobe $module; done
mount -t 9p -o trans=virtio,version=9p2000.L out /out || poweroff -f
. /start
INIT
    chmod +x "$1/init"
}

write_start_quick() { # ROOT
    cat >"$1/start" <<'INIT'
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
systemd-udevd --daemon
sh /script
echo $? >/out/exit-status
sync
poweroff -f
INIT
}

write_start_systemd() { # ROOT
    cat >"$1/start" <<'INIT'
mount -t ext4 /dev/pmem0 /disk
cp -a /lib/modules /disk/lib/
cp -a /added/. /disk/
mkdir /disk/out
for place in proc sys dev out; do mount --move /$place /disk/$place; done
exec switch_root /disk /sbin/init
INIT
}

# Runs the script when the system is up.
add_unit() { # ROOT
    local units=$1/etc/systemd/system
    mkdir -p "$units/multi-user.target.wants"
    cat >"$units/script.service" <<'UNIT'
[Unit]
After=multi-user.target

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sh /script; echo $$? >/out/exit-status; sync; systemctl poweroff --force --force'
StandardOutput=tty
StandardError=inherit
TTYPath=/dev/console
UNIT
    ln -s ../script.service "$units/multi-user.target.wants/"
}

# The whole guest.
add_quick() { # ROOT
    local program
    echo root:x:0:0::/:/bin/sh >"$1/etc/passwd"
    echo root:x:0: >"$1/etc/group"
    for program in "${guest_programs[@]}"; do
        cp "$(command -v "$program")" "$1/usr/bin/"
    done
    ln -s udevadm "$1/usr/bin/systemd-udevd" # one program, which goes by its name
    add_ours "$1"
    add_libraries "$1"
    write_start_quick "$1"
}

# What is copied over Debian.
add_systemd() { # ROOT
    add_ours "$1/added"
    compile "$here/claim.c" "$1/added/usr/bin" -lsystemd
    compile "$here/remote.c" "$1/added/usr/bin" -lpam
    add_unit "$1/added"
    write_start_systemd "$1"
}

build_initramfs() { # ROOT FILE
    mkdir -p "$1"/{bin,dev,disk,etc,lib,lib64,out,proc,run,sbin,sys,tmp,usr/bin,usr/lib}
    add_busybox "$1"
    if [ "$mode" = quick ]; then add_quick "$1"; else add_systemd "$1"; fi
    add_modules "$1"
    write_init "$1"
    (cd "$1" && find . | cpio -o -H newc --quiet | gzip -1) >"$2"
}

# The guest's clock counts instructions, 500 million to its second, and jumps to the next timer when the guest
# is idle. So what the guest measures does not depend on the load of this machine, and waiting costs no time.
# With a second processor this mode does not come up. The clock that wakes the guest from a sleep must be this
# machine's: the guest's own stands still then. The disk is memory of the guest's: one that it waited for
# would be idleness, and time would run away. What it writes there goes with it.
boot() { # INITRAMFS
    local drive=() command="console=ttyS0 panic=-1 quiet"
    if [ "$mode" = systemd ]; then
        drive=(
            -machine nvdimm=on -m "slots=1,maxmem=2G" -device "nvdimm,memdev=disk"
            -object "memory-backend-file,id=disk,mem-path=$disk,size=512M,share=off"
        )
        command+=" systemd.condition_needs_update=0 systemd.mask=timers.target systemd.mask=getty.target"
    fi
    timeout "$limit" qemu-system-x86_64 -accel tcg,thread=single -icount shift=1,sleep=off -smp 1 -m 1024 \
        -nodefaults -display none -serial stdio -no-reboot -nic none -rtc clock=rt \
        -virtfs "local,path=$out,mount_tag=out,security_model=none" \
        "${drive[@]}" -kernel "$kernel"/boot/vmlinuz-* -initrd "$1" -append "$command" \
        </dev/null >"$out/console.log" 2>&1
}

# Says what went wrong and ends with the status that the head of this file promises.
report() { # STATUS_OF_QEMU
    local status=70 sentence="the guest ended without a result"
    if [ -s "$out/exit-status" ]; then
        status=$(cat "$out/exit-status")
        sentence="$script ended with $status"
    elif [ "$1" = 124 ]; then
        status=124
        sentence="the guest was not done after $limit s"
    fi
    if [ "$status" != 0 ]; then
        echo "vm: the last lines of $out/console.log:" >&2
        tail -n 30 "$out/console.log" >&2
        echo "vm: $sentence" >&2
    fi
    exit "$status"
}

suite=bookworm mode=quick overlay='' limit=240
while getopts k:m:o:t: option; do
    case $option in
        k) suite=$OPTARG ;;
        m) mode=$OPTARG ;;
        o) overlay=$OPTARG ;;
        t) limit=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# = 2 ] || usage
[[ $mode = quick || $mode = systemd ]] || usage
script=$1
mkdir -p "$cache" "$2"
out=$(cd "$2" && pwd)
rm -f "$out/exit-status"

exec {lock}>"$cache/lock"
flock "$lock"
install_packages
fetch_kernel "$suite"
[ "$mode" = quick ] || make_debian "$suite"
exec {lock}>&-
kernel=$cache/kernel-$suite
release=$(ls "$kernel/lib/modules")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build_initramfs "$work/root" "$work/initramfs"
status=0
boot "$work/initramfs" || status=$?
report "$status"
