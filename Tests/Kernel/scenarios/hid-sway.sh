#!/bin/sh -eu
# A hub with accelerometer and gyroscope sways.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

# shellcheck disable=SC2119 # Without options of its own.
record_sway
