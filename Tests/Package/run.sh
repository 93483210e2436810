#!/usr/bin/env bash
# Whether a Debian package of ours is as it should be.
#
#   run.sh PACKAGE.deb
#
# Lintian reads it, with the .changes beside it. Then it is installed, replaced, removed and purged in a fresh Debian of
# this machine's release, which inside.sh looks at. Nothing of that is left.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
package=$(realpath "$1")

fail() { echo "package: $1" >&2; exit 1; }

field() { dpkg-deb -f "$package" "$1"; }

lintian --allow-root --fail-on error,warning "${package%.deb}.changes"

version=$(sed -n 's/^package let version = "\(.*\)"$/\1/p' "$here/../../Sources/MotionWire/Version.swift")
[ "$(field Version)" = "$version" ] || fail "it says it is $(field Version), not $version"
[ "$(dpkg-deb -I "$package" conffiles)" = /etc/parallaxd.conf ] || fail "its conffile is not /etc/parallaxd.conf"
# The same from any directory.
! dpkg-deb --fsys-tarfile "$package" | grep -qaF "$(cd "$here/../.." && pwd)" || fail "it names where it was built"

suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
# shellcheck disable=SC2016 # apt's and mmdebstrap's variables
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $suite" | head -n 1)
[ -n "$mirror" ] || fail "apt knows no archive of $suite: set this machine's up in /etc/apt"
# dpkg checks their versions.
needed=$(field Depends | sed 's/ *([^)]*)//g; s/ *|[^,]*//g; s/ //g')
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Not this machine's /sys, where the rights to real sensors would be taken back.
# shellcheck disable=SC2016
mmdebstrap --variant=minbase --skip=chroot/mount/sys --include="$needed,passwd" --format=null \
    --customize-hook="copy-in '$here/inside.sh' /" --customize-hook="upload '$package' /package.deb" \
    --customize-hook='chroot "$1" bash /inside.sh' "$suite" /dev/null "$mirror" >"$log" 2>&1 || {
    cat "$log" >&2
    fail "it does not come or go as it should"
}
grep '^package: ' "$log"
