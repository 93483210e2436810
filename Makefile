# make demo: see it move. make check: all tests but those in a real kernel. make check-kernel: those.
# make bench-fusion: our attitude filter beside others. make bench-tilt: offsets over real motion.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

BUILD_PACKAGES := libiio-dev libudev-dev libsystemd-dev libjansson-dev pkg-config
TEST_PACKAGES := $(BUILD_PACKAGES) umockdev gir1.2-umockdev-1.0 python3-gi udev systemd shellcheck

RELEASE := -c release --static-swift-stdlib
# Inertial recordings with the truth, and the other filters.
DATA := ../shared/data/imu
PEERS := .build/peers

.PHONY: build demo check check-kernel bench-fusion bench-tilt recordings lint test sanitize clean
.PHONY: build-packages test-packages bench-packages

build: build-packages
	swift build $(RELEASE)

demo: build
	Examples/demo.sh

check: test-packages lint test sanitize
	@echo "make check: all passed"

check-kernel: build
	export PARALLAXD="$$(swift build $(RELEASE) --show-bin-path)/parallaxd"; \
	    Tests/Kernel/run.sh -k bookworm; Tests/Kernel/run.sh -k trixie

bench-fusion: bench-packages recordings
	[ -e $(PEERS)/bin/python ] || python3 -m venv $(PEERS)
	$(PEERS)/bin/pip install --quiet --disable-pip-version-check -r Benchmarks/fusion/requirements.txt
	swift build $(RELEASE) --product parallax-bench
	$(PEERS)/bin/python Benchmarks/fusion/table.py \
	    "$$(swift build $(RELEASE) --show-bin-path)/parallax-bench" $(DATA) .build/bench-fusion

# Whether offsets are as promised over those recordings.
bench-tilt: build-packages recordings
	swift build $(RELEASE) --product tilt-bench
	"$$(swift build $(RELEASE) --show-bin-path)/tilt-bench" rows $(DATA)

recordings:
	@ls $(DATA)/*.imu >/dev/null 2>&1 || { \
	    echo "no .imu file in $(DATA); say where they are with DATA=DIRECTORY" >&2; exit 66; }

# What the compiler does not see: format, forbidden imports, long lines, scripts, unit and rule.
lint:
	swift format lint --strict --recursive .
	! grep -nE '^(.*import )(Foundation|Dispatch|Observation)\b' -r Sources
	! grep -nE '@unchecked|nonisolated\(unsafe\)|try!|try\?' -r Sources
	! LC_ALL=C.UTF-8 grep -nP '^(?=.{111}) *//' $$(git ls-files '*.swift')
	! LC_ALL=C.UTF-8 grep -nE '^.{111,}' $$(git ls-files '*.[ch]')
	shellcheck $$(git ls-files '*.sh') .ci/run
	Tests/unit-files.sh

test:
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build --parallel
	python3 Tests/Kernel/check_test.py

# The parts that meet strangers' bytes and other threads, under the sanitizers.
sanitize:
	ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
	    swift test --sanitize address --scratch-path .build/address
	SWIFT_BACKTRACE=enable=no swift test --sanitize thread --scratch-path .build/thread

build-packages test-packages: %-packages:
	@.ci/install $(if $(filter build,$*),$(BUILD_PACKAGES),$(TEST_PACKAGES))

bench-packages: build-packages
	@.ci/install python3-venv

clean:
	rm -rf .build
