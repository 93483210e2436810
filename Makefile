# make demo: see it move. make check: all tests but those in a real kernel. make check-kernel: those.
# make gallery: see the effects, on GTK. make bench-gallery: what a frame costs. make gallery-pictures: the README's.
# make install, make uninstall: programs, configuration, units, rules, manual, completions; the gallery. make
# install-daemon: all but the gallery. make man: the manual, in .build/man.
# make deb: a Debian package in .build/deb. make check-deb: what is in it, installed and purged in a fresh Debian.
# make bench-fusion: our attitude filter beside others.
# make bench-tilt: offsets over real motion. make bench-kit: what ParallaxKit costs.
# make fuzz-decoding and others of FUZZ_TARGETS: strangers' bytes.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:

VERSION := $(shell sed -n 's/^package let version = "\(.*\)"$$/\1/p' Sources/MotionWire/Version.swift)

BUILD_PACKAGES := libiio-dev libudev-dev libsystemd-dev libjansson-dev libinih-dev pkg-config
MAN_PACKAGES := scdoc
DEB_PACKAGES := $(BUILD_PACKAGES) $(MAN_PACKAGES) debhelper systemd udev
GALLERY_PACKAGES := libgtk-4-dev libadwaita-1-dev
TEST_PACKAGES := $(BUILD_PACKAGES) $(MAN_PACKAGES) gcc libc6-dev umockdev gir1.2-umockdev-1.0 python3-gi udev systemd shellcheck
# A display that nobody sees, a hand, screen readers' bus, the font of the golden pictures.
GALLERY_TEST_PACKAGES := $(GALLERY_PACKAGES) xvfb evilwm xdotool dbus-daemon at-spi2-core gir1.2-atspi-2.0 python3-gi fonts-dejavu-core \
    desktop-file-utils appstream

# Resident memory: equal functions are one, and the 26,000 relocations of a static Swift runtime are packed, which
# takes 0.6 MB off (needs glibc 2.36, Debian 12's). No library is looked for beside an installed program.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xlinker --gc-sections \
    -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs
# Where `make install` puts things, below DESTDIR; udev does not look everywhere.
PREFIX := /usr/local
UDEV := $(if $(filter /usr,$(PREFIX)),/usr/lib/udev,/etc/udev)
UNITS := $(PREFIX)/lib/systemd/system
# What units and rules call.
STEPS := $(PREFIX)/lib/parallaxd
UNIT_FILES := $(notdir $(wildcard systemd/*.service systemd/*.socket))
SYSUSERS := $(PREFIX)/lib/sysusers.d/parallaxd.conf
# Prints a unit or rules that call what is installed.
PLACED := sed 's,/usr/\(bin\|lib\)/parallaxd,$(PREFIX)/\1/parallaxd,'
MANUAL := $(patsubst man/%.scd,.build/man/%,$(wildcard man/*.scd))
DOCUMENTS := $(PREFIX)/share/doc/parallaxd
# Debian's zsh looks into site-functions below /usr/local only.
ZSH := $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
BASH := $(PREFIX)/share/bash-completion/completions
FISH := $(PREFIX)/share/fish/vendor_completions.d
# debhelper works in a copy, beside which it puts the package.
DEB := .build/deb/parallaxd
# When the sources last changed, for packages that are the same bit by bit.
CHANGED = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md))
PROGRAMS := parallaxd parallaxctl parallaxd-exclusive
# Where the daemon looks for it, whatever the prefix.
CONFIGURATION := /etc/parallaxd.conf
# Empty for who wants the symbols, or strips himself.
STRIP := --strip
# Inertial recordings with the truth, and the other filters.
DATA := ../shared/data/imu
PEERS := .build/peers
# C too: what it runs through is counted, and what the standard leaves undefined ends it.
FUZZING := -c release --sanitize address -Xswiftc -DFUZZING -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld \
    -Xcc -fsanitize=fuzzer-no-link,undefined -Xcc -fsanitize-trap=undefined
FUZZ_TARGETS := attributes decoding properties recordings requests

.PHONY: build demo man install install-daemon uninstall deb check-deb check check-kernel lint test clients fuzz clean
.PHONY: sanitize sanitize-address sanitize-thread
.PHONY: gallery gallery-build gallery-check gallery-packages gallery-test-packages gallery-pictures install-gallery
.PHONY: bench-gallery
.PHONY: bench-fusion bench-kit bench-tilt bench-publisher
.PHONY: recordings build-packages man-packages deb-packages test-packages bench-packages
.PHONY: $(FUZZ_TARGETS:%=fuzz-%)

build: build-packages
	swift build $(RELEASE)

demo: build
	Examples/demo.sh

man: $(MANUAL)

$(MANUAL): .build/man/%: man/%.scd Sources/MotionWire/Version.swift | man-packages
	mkdir -p $(@D)
	sed 's/@VERSION@/$(VERSION)/' $< | scdoc >$@

install: install-daemon install-gallery

# Without DESTDIR the running system is told of user, units, rules and hardware database too.
install-daemon: build man
	for program in $(PROGRAMS); do \
	    install -D $(STRIP) "$$(swift build $(RELEASE) --show-bin-path)/$$program" "$(DESTDIR)$(PREFIX)/bin/$$program"; done
	install -d "$(DESTDIR)$(UNITS)" "$(DESTDIR)$(UDEV)/rules.d" "$(DESTDIR)$(UDEV)/hwdb.d"
	for unit in $(UNIT_FILES); do $(PLACED) "systemd/$$unit" >"$(DESTDIR)$(UNITS)/$$unit"; done
	for rules in udev/*.rules; do $(PLACED) "$$rules" >"$(DESTDIR)$(UDEV)/rules.d/$${rules##*/}"; done
	install -Dt "$(DESTDIR)$(STEPS)" systemd/exclusive.sh udev/sensors.sh
	install -Dm 644 systemd/parallaxd.sysusers "$(DESTDIR)$(SYSUSERS)"
	install -m 644 udev/*.hwdb "$(DESTDIR)$(UDEV)/hwdb.d"
	for page in $(MANUAL); do \
	    install -Dm 644 -t "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}" "$$page"; done
	[ -e "$(DESTDIR)$(CONFIGURATION)" ] || install -Dm 644 etc/parallaxd.conf "$(DESTDIR)$(CONFIGURATION)"
	install -Dm 644 -t "$(DESTDIR)$(DOCUMENTS)" PROTOCOL.md CHANGELOG.md
	for completion in completions/*.bash; do \
	    install -Dm 644 "$$completion" "$(DESTDIR)$(BASH)/$$(basename "$$completion" .bash)"; done
	install -Dm 644 -t "$(DESTDIR)$(ZSH)" completions/_*
	install -Dm 644 -t "$(DESTDIR)$(FISH)" completions/*.fish
	[ -n "$(DESTDIR)" ] || systemd-sysusers "$(SYSUSERS)"
	[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || systemctl daemon-reload
	[ -n "$(DESTDIR)" ] || udev/apply.sh
	[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || systemctl enable --now parallaxd.socket

uninstall:
	[ -n "$(DESTDIR)" ] || systemctl disable parallaxd-exclusive.service 2>/dev/null || true
	[ -n "$(DESTDIR)" ] || systemctl disable parallaxd.socket 2>/dev/null || true
	[ -n "$(DESTDIR)" ] || systemctl stop $(UNIT_FILES) 2>/dev/null || true
	rm -f $(addprefix "$(DESTDIR)$(PREFIX)"/bin/,$(PROGRAMS)) "$(DESTDIR)$(SYSUSERS)"
	rm -f "$(DESTDIR)$(PREFIX)/bin/parallax-gallery" $(addprefix "$(DESTDIR)$(PREFIX)"/share/,$(GALLERY_FILES))
	rm -rf "$(DESTDIR)$(STEPS)"
	rm -f $(foreach page,$(notdir $(MANUAL)),"$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(page)))/$(page)")
	rm -f $(patsubst completions/%.bash,"$(DESTDIR)$(BASH)"/%,$(wildcard completions/*.bash))
	rm -f $(patsubst completions/%,"$(DESTDIR)$(ZSH)"/%,$(wildcard completions/_*))
	rm -f $(patsubst completions/%,"$(DESTDIR)$(FISH)"/%,$(wildcard completions/*.fish))
	! cmp -s etc/parallaxd.conf "$(DESTDIR)$(CONFIGURATION)" || rm "$(DESTDIR)$(CONFIGURATION)"
	rm -rf "$(DESTDIR)$(DOCUMENTS)"
	rm -f $(UNIT_FILES:%="$(DESTDIR)$(UNITS)"/%)
	rm -f $(patsubst udev/%.rules,"$(DESTDIR)$(UDEV)"/rules.d/%.rules,$(wildcard udev/*.rules))
	rm -f $(patsubst udev/%.hwdb,"$(DESTDIR)$(UDEV)"/hwdb.d/%.hwdb,$(wildcard udev/*.hwdb))
	[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || systemctl daemon-reload
	[ -n "$(DESTDIR)" ] || udev/apply.sh
	[ -n "$(DESTDIR)" ] || udev/sensors.sh take

# As often as one likes: what is built already is not built again.
deb: deb-packages build man
	rm -rf .build/deb
	mkdir -p $(DEB)
	cp -r debian $(DEB)
	printf '%s\n' 'parallaxd ($(VERSION)) unstable; urgency=medium' '' '  * CHANGELOG.md says what is new.' '' \
	    " -- $$(sed -n 's/^Maintainer: //p' debian/control)  $$(date -uRd @$(CHANGED))" >$(DEB)/debian/changelog
	cd $(DEB) && TREE=$(CURDIR) dpkg-buildpackage --build=binary --no-sign --no-check-builddeps \
	    >../build.log 2>&1 || { cat ../build.log >&2; exit 70; }
	@ls .build/deb/parallaxd_*.deb

check-deb: deb
	@.ci/install lintian mmdebstrap
	Tests/Package/run.sh .build/deb/parallaxd_*.deb

check: test-packages lint test clients gallery-check sanitize
	@echo "make check: all passed"

check-kernel:
	Tests/Kernel/run.sh -k bookworm
	Tests/Kernel/run.sh -k trixie

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

# What the client library costs: ten thousand layers, and from a frame to deviceMotion.
bench-kit: build-packages
	swift build $(RELEASE) --product parallaxd
	swift build $(RELEASE) --product kit-bench
	"$$(swift build $(RELEASE) --show-bin-path)/kit-bench" layers
	Benchmarks/kit/latency.sh "$$(swift build $(RELEASE) --show-bin-path)"

# What a thousand clients cost against a bare loop of send, by turns in one run.
bench-publisher: build
	cc -O2 -std=gnu17 -Wall -Wextra -Werror Benchmarks/publisher/fanout.c -o .build/fanout
	python3 Benchmarks/publisher/bench.py "$$(swift build $(RELEASE) --show-bin-path)/parallaxd" .build/fanout \
	    .build/bench-publisher.svg $(CLIENTS) $(TIME) $(ROUNDS)

recordings:
	@ls $(DATA)/*.imu >/dev/null 2>&1 || { \
	    echo "no .imu file in $(DATA); say where they are with DATA=DIRECTORY" >&2; exit 66; }

# What the compiler does not see: format, forbidden imports, long lines, scripts, units, manual, versions in texts.
lint: man
	swift format lint --strict --recursive .
	! grep -nE '^(.*import )(Foundation|Dispatch|Observation)\b' -r Sources
	! grep -nE '@unchecked|nonisolated\(unsafe\)|try!|try\?' -r Sources
	! grep -nE '\bMutex[(<]' $$(git ls-files -co --exclude-standard '*.swift' ':!Sources/LinuxIO/Lock.swift')
	! LC_ALL=C.UTF-8 grep -nP '^(?=.{111}) *//' $$(git ls-files -co --exclude-standard '*.swift')
	! LC_ALL=C.UTF-8 grep -nE '^.{111,}' $$(git ls-files -co --exclude-standard '*.[ch]')
	shellcheck $$(git ls-files -co --exclude-standard '*.sh') .ci/run completions/*.bash
	Tests/unit-files.sh
	for package in $(filter-out debhelper,$(DEB_PACKAGES)); do grep -qE "^ $$package(,|$$)" debian/control || { \
	    echo "debian/control: $$package is missing in Build-Depends" >&2; exit 65; }; done
	grep -qxE '## \[$(subst .,\.,$(VERSION))\] - (unreleased|[0-9]{4}-[0-9]{2}-[0-9]{2})' \
	    <(grep -m 1 '^## ' CHANGELOG.md)
	! grep -noE 'parallaxd [0-9]+\.[0-9]+\.[0-9]+' README.md PROTOCOL.md | grep -vE ' $(subst .,\.,$(VERSION))$$'

test:
	swift build --build-tests --explicit-target-dependency-import-check error
	swift test --skip-build --parallel
	python3 Tests/Kernel/check_test.py

# The gallery is a package of its own, for which the daemon needs no GTK.
GALLERY_NAME := io.github.parallaxd.Gallery
GALLERY_FILES := applications/$(GALLERY_NAME).desktop metainfo/$(GALLERY_NAME).metainfo.xml \
    icons/hicolor/scalable/apps/$(GALLERY_NAME).svg
GALLERY := --package-path Gallery --scratch-path .build/gallery
GALLERY_RELEASE := $(GALLERY) -c release --static-swift-stdlib --disable-local-rpath
GALLERY_PROGRAM = "$$(swift build $(GALLERY_RELEASE) --show-bin-path)/parallax-gallery"

gallery-build: build-packages gallery-packages
	swift build $(GALLERY_RELEASE) --product parallax-gallery

gallery: build gallery-build
	Gallery/start.sh $(GALLERY_PROGRAM)

install-gallery: gallery-build
	install -D $(STRIP) $(GALLERY_PROGRAM) "$(DESTDIR)$(PREFIX)/bin/parallax-gallery"
	for file in $(GALLERY_FILES); do \
	    install -Dm 644 "Gallery/desktop/$${file##*/}" "$(DESTDIR)$(PREFIX)/share/$$file"; done

# What a frame costs where there is no GPU.
bench-gallery: build gallery-build
	@.ci/install xvfb
	Gallery/hidden.sh $(GALLERY_PROGRAM) bench

# The pictures in the README.
gallery-pictures: build gallery-build
	@.ci/install xvfb imagemagick
	Gallery/hidden.sh $(GALLERY_PROGRAM) pictures docs/gallery

gallery-check: test gallery-test-packages
	PARALLAXD="$$(swift build --show-bin-path)/parallaxd" swift test $(GALLERY)
	$(MAKE) install-gallery DESTDIR=$(CURDIR)/.build/gallery-root PREFIX=/usr
	.build/gallery-root/usr/bin/parallax-gallery --help >/dev/null
	desktop-file-validate .build/gallery-root/usr/share/applications/*.desktop
	appstreamcli validate-tree --no-net .build/gallery-root

# The clients in other languages against the daemon.
clients: test
	$(MAKE) -C clients/c check PARALLAXD="$$(swift build --show-bin-path)/parallaxd"
	cd clients/python && PARALLAXD="$$(swift build --show-bin-path)/parallaxd" python3 -m unittest

# Strangers' bytes for one of FUZZ_TARGETS, under libFuzzer; what it finds goes into the corpus.
$(FUZZ_TARGETS:%=fuzz-%): SECONDS ?= 300
$(FUZZ_TARGETS:%=fuzz-%): fuzz-%: fuzz
	mkdir -p .build/fuzz/found-$*
	ASAN_OPTIONS=detect_leaks=0 "$$(swift build -c release --scratch-path .build/fuzz --show-bin-path)/fuzz" \
	    --$* -max_total_time=$(SECONDS) -max_len=8192 -timeout=10 \
	    -artifact_prefix=.build/fuzz/ .build/fuzz/found-$* Tests/Fuzz/corpus/$*

fuzz: build-packages
	swift build --scratch-path .build/fuzz --product fuzz $(FUZZING)

# The tests under the sanitizers; what those of any process had to say comes last, where it is found.
sanitize: sanitize-address sanitize-thread

sanitize-address sanitize-thread: sanitize-%:
	mkdir -p .build/$*
	rm -f .build/$*/report.*
	status=0; ASAN_OPTIONS=detect_leaks=0:log_path=$(CURDIR)/.build/$*/report TSAN_OPTIONS=log_path=$(CURDIR)/.build/$*/report \
	    SWIFT_BACKTRACE=enable=no swift test --sanitize $* --scratch-path .build/$* || status=$$?; \
	    ! cat .build/$*/report.* 2>/dev/null || exit 70; exit $$status

build-packages: PACKAGES = $(BUILD_PACKAGES)
man-packages: PACKAGES = $(MAN_PACKAGES)
deb-packages: PACKAGES = $(DEB_PACKAGES)
test-packages: PACKAGES = $(TEST_PACKAGES)
gallery-packages: PACKAGES = $(GALLERY_PACKAGES)
gallery-test-packages: PACKAGES = $(GALLERY_TEST_PACKAGES)
build-packages man-packages deb-packages test-packages gallery-packages gallery-test-packages:
	@.ci/install $(PACKAGES)

bench-packages: build-packages
	@.ci/install python3-venv

clean:
	rm -rf .build
