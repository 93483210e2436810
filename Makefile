# make demo: see it move. make check: all tests but those in a real kernel. make check-kernel: those.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

BUILD_PACKAGES := libiio-dev libudev-dev libsystemd-dev libjansson-dev pkg-config
TEST_PACKAGES := $(BUILD_PACKAGES) umockdev gir1.2-umockdev-1.0 python3-gi udev systemd shellcheck

RELEASE := -c release --static-swift-stdlib
SOURCES := $$(git ls-files '*.swift' '*.[ch]' '*.sh' '*.py' Makefile .ci/run)

.PHONY: build demo check check-kernel lint test sanitize bench-tilt build-packages test-packages clean

build: build-packages
	swift build $(RELEASE)

demo: build
	Examples/demo.sh

check: test-packages lint test sanitize
	@echo "make check: all passed"

check-kernel: build
	PARALLAXD="$$(swift build $(RELEASE) --show-bin-path)/parallaxd" Tests/Kernel/run.sh

# What the compiler does not see: format, forbidden imports, long lines, scripts, unit and rule.
lint:
	swift format lint --strict --recursive .
	! grep -nE '^(.*import )(Foundation|Dispatch|Observation)\b' -r Sources
	! grep -nE '@unchecked|nonisolated\(unsafe\)|try!|try\?' -r Sources
	! LC_ALL=C.UTF-8 grep -nE '^.{111,}' $(SOURCES)
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

# Whether offsets are as promised over recordings that are not part of the repository.
bench-tilt: DIR ?= ../shared/data/imu
bench-tilt: build-packages
	swift build $(RELEASE) --product parallax-bench
	"$$(swift build $(RELEASE) --show-bin-path)/parallax-bench" tilt $(DIR)

build-packages test-packages: %-packages:
	@.ci/install $(if $(filter build,$*),$(BUILD_PACKAGES),$(TEST_PACKAGES))

clean:
	rm -rf .build
