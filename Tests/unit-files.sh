#!/usr/bin/env bash
# Whether systemd takes our units without a complaint.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

for unit in systemd/*.service systemd/*.socket; do
    # The unit names installed programs; here any program stands in for them.
    sed 's,^\(Exec[A-Za-z]*=+\?\)/usr/\(bin\|lib\)/parallaxd[^ ]*,\1/bin/true,' "$unit" >"$place/${unit##*/}"
done
for unit in "$place"/*; do
    complaints=$(systemd-analyze verify --man=no --recursive-errors=no "$unit" 2>&1) || true
    if [ -n "$complaints" ]; then
        echo "systemd/${unit##*/}: $complaints" >&2
        exit 1
    fi
done
