#!/usr/bin/env bash
# Whether systemd takes our unit without a complaint.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# The unit names the installed program; here any program stands in for it.
sed 's,^\(Exec[A-Za-z]*=\)/usr/bin/parallaxd,\1/bin/true,' systemd/parallaxd.service >"$place/parallaxd.service"
complaints=$(systemd-analyze verify --man=no --recursive-errors=no "$place/parallaxd.service" 2>&1) || true
if [ -n "$complaints" ]; then
    echo "systemd/parallaxd.service: $complaints" >&2
    exit 1
fi
