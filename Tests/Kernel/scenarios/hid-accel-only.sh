#!/bin/sh -eu
# A hub with an accelerometer alone sways.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. /scenarios/lib.sh

record_sway --accel-only
