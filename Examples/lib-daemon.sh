# Sourced: a daemon of one's own from the directory $bin, which ends with the script.
# shellcheck shell=bash

# A directory for what the script leaves until its end, with the daemon's socket; and what else is to end then.
make_place() {
    place=$(mktemp -d)
    started=()
    export PARALLAXD_SOCKET=$place/parallaxd.sock
    trap stop EXIT
}

stop() {
    for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
    rm -rf "$place"
}

# Returns when it listens; a daemon that does not ends the script, with its status.
start_daemon() { # DEVICE
    "${bin:?}/parallaxd" --device "$1" --log-level warning &
    local daemon=$!
    started+=("$daemon")
    until [ -S "$PARALLAXD_SOCKET" ]; do
        kill -0 "$daemon" 2>/dev/null || { wait "$daemon"; exit; }
        sleep 0.05
    done
}
