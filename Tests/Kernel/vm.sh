#!/usr/bin/env bash
# Boots a Debian kernel under qemu, in software, and runs a script in it.
#
#   vm.sh [-k bookworm|trixie] [-o OVERLAY_DIR] [-t SECONDS] SCRIPT OUT_DIR
#
# The kernel is 6.1 (bookworm) or 6.12 (trixie, with software triggers). The guest is a busybox initramfs
# with udevd, the tools of libiio and I2C, and the programs of the C files beside this script. OVERLAY_DIR
# is copied over /, and the libraries of its programs come along. SCRIPT runs as root; what it leaves in
# /out comes back in OUT_DIR, with the console in console.log.
#
# Exit status: that of SCRIPT; 124 when the guest took more than SECONDS of this machine's time, 70 when it
# ended without a result.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/parallaxd-kernel
export PATH=$PATH:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive

packages=(busybox-static cpio gcc i2c-tools kmod libc6-dev libiio-utils qemu-system-x86 udev xz-utils)
guest_programs=(iio_attr iio_info iio_readdev i2cget i2cset udevadm)
modules=(
    9p 9pnet_virtio virtio_pci
    uhid hid-sensor-hub hid-sensor-accel-3d hid-sensor-gyro-3d
    i2c-dev i2c-stub bmi160_i2c kxcjk-1013 mxc4005 bmc150-accel-i2c st_accel_i2c st_lsm6dsx_i2c
    inv-mpu6050-i2c da280 bmg160_i2c
    industrialio-configfs iio-trig-hrtimer # trixie only
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

# Sets `apt` to the options of an apt that knows one suite only and leaves the machine's own lists alone.
configure_apt() { # SUITE
    local state=$cache/apt-$1 mirror
    mirror=$(grep -rshoE '^[^#]*https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list* |
        grep -oE 'https?://[^ ]+' | head -n 1) || true
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
    echo "deb ${mirror:-http://deb.debian.org/debian} $1 main" >"$state/sources.list"
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

add_programs() { # ROOT
    local program source name
    cp "$(command -v busybox)" "$1/bin/busybox"
    for program in $(busybox --list | grep -vx busybox); do
        ln -s busybox "$1/bin/$program"
    done
    for program in "${guest_programs[@]}"; do
        cp "$(command -v "$program")" "$1/usr/bin/"
    done
    ln -s udevadm "$1/usr/bin/systemd-udevd" # one program, which goes by its name
    for source in "$here"/*.c; do
        name=$(basename "$source" .c)
        gcc -std=gnu17 -O2 -Wall -Wextra -Werror -static -o "$1/usr/bin/$name" "$source" -lm
    done
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
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
for module in virtio_pci 9pnet_virtio 9p; do modprobe $module; done
if mount -t 9p -o trans=virtio,version=9p2000.L out /out; then
    systemd-udevd --daemon
    sh /script
    echo $? >/out/exit-status
fi
sync
poweroff -f
INIT
    chmod +x "$1/init"
}

build_initramfs() { # ROOT FILE
    mkdir -p "$1"/{bin,dev,etc,lib,lib64,out,proc,run,sbin,sys,tmp,usr/bin,usr/lib}
    echo root:x:0:0::/:/bin/sh >"$1/etc/passwd"
    echo root:x:0: >"$1/etc/group"
    add_programs "$1"
    [ -z "$overlay" ] || cp -a "$overlay/." "$1/"
    add_libraries "$1"
    add_modules "$1"
    cp "$script" "$1/script"
    write_init "$1"
    (cd "$1" && find . | cpio -o -H newc --quiet | gzip -1) >"$2"
}

# The guest's clock counts instructions, 500 million to its second, and jumps to the next timer when the guest
# is idle. So what the guest measures does not depend on the load of this machine, and waiting costs no time.
# With a second processor this mode does not come up. The clock that wakes the guest from a sleep must be this
# machine's: the guest's own stands still then.
boot() { # INITRAMFS
    timeout "$limit" qemu-system-x86_64 -accel tcg,thread=single -icount shift=1,sleep=off -smp 1 -m 1024 \
        -nodefaults -display none -serial stdio -no-reboot -nic none -rtc clock=rt \
        -virtfs "local,path=$out,mount_tag=out,security_model=none" \
        -kernel "$kernel"/boot/vmlinuz-* -initrd "$1" -append "console=ttyS0 panic=-1 quiet" \
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

suite=bookworm overlay='' limit=240
while getopts k:o:t: option; do
    case $option in
        k) suite=$OPTARG ;;
        o) overlay=$OPTARG ;;
        t) limit=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# = 2 ] || usage
script=$1
mkdir -p "$cache" "$2"
out=$(cd "$2" && pwd)
rm -f "$out/exit-status"

install_packages
fetch_kernel "$suite"
kernel=$cache/kernel-$suite
release=$(ls "$kernel/lib/modules")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build_initramfs "$work/root" "$work/initramfs"
status=0
boot "$work/initramfs" || status=$?
report "$status"
