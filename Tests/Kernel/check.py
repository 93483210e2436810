#!/usr/bin/env python3
"""Checks what the scenarios of guest.sh measured: check.py FOLDER..., each called as its scenario.

Prints a line for each figure beside its bound, and a verdict. Exit status 1 when a bound does not hold or
anything is missing.
"""

import math
import pathlib
import re
import sys

import check_desktop
import check_service
from results import Report, Results, Truth, check_same, check_slept, enabled, pitch_and_roll, rms

SETTLING = 3.0
WINDOW = 20.0
GRAVITY_OF_BMI160 = 16384


def window(tilts):
    """The lines of WINDOW seconds once the filter has settled."""
    begin = tilts[0][0] + SETTLING
    return [(time, line) for time, line in tilts if begin <= time < begin + WINDOW]


def check_sway(results, report, sensors, bound):
    hello = results.hello()
    report.equal("sensors", hello["device"]["sensors"], sensors)
    report.equal("mode", hello["device"]["mode"], "buffer")

    tilts = window(results.tilts())
    rate = len(tilts) / WINDOW
    report.check("rate", f"{rate:.2f} lines/s", "60 ± 0.6", abs(rate - 60) <= 0.6)
    rising = all(a["seq"] < b["seq"] and a["t"] < b["t"] for (_, a), (_, b) in zip(tilts, tilts[1:]))
    report.equal("seq and t rise with every line", rising, True)

    truth = Truth(results.text("truth"))
    errors = []
    for time, line in tilts:
        pitch, roll = truth.at(time)
        errors.append((math.degrees(line["pitch"]) - pitch, math.degrees(line["roll"]) - roll))
    report.at_most("pitch, RMS", rms([pitch for pitch, _ in errors]), bound, "degrees")
    report.at_most("roll, RMS", rms([roll for _, roll in errors]), bound, "degrees")

    report.equal("threads", results.number("threads"), 1)
    report.equal("buffer/enable while running", results.number("enable"), 1)
    report.at_most("VmRSS with 10 clients", results.number("vmrss"), 12288, "kB")
    report.at_most("sum of its mappings", results.number("rss"), 12288, "kB")


def check_hid_sway(results, report):
    check_sway(results, report, ["accel", "gyro"], 0.5)


def check_hid_accel_only(results, report):
    check_sway(results, report, ["accel"], 3.0)


def check_bmi160(results, report):
    report.equal("mode", results.hello()["device"]["mode"], "poll")
    report.equal("threads", results.number("threads"), 2)
    x, y, z = map(int, results.facts()["accel"].split(","))
    report.at_most("raw 1 g, off by", abs(math.hypot(x, y, z) / GRAVITY_OF_BMI160 - 1), 0.001, "of it")
    # A chip's sensor axes are turned by half a turn about z against the device.
    pitch, roll = pitch_and_roll((-x, -y, z))
    tilts = window(results.tilts())
    report.check("lines once settled", len(tilts), "at least 100", len(tilts) >= 100)
    for name, expected in (("pitch", pitch), ("roll", roll)):
        off = max(abs(math.degrees(line[name]) - expected) for _, line in tilts)
        report.at_most(f"{name} {expected:.2f}°, off by", off, 0.05, "degrees")


def check_after_the_end(results, report):
    report.equal("buffers on at the start", len(enabled(results.text("settings-before"))), 0)
    for signal in ("TERM", "INT", "QUIT"):
        on = len(enabled(results.text(f"settings-during-{signal}")))
        report.equal(f"buffers on before SIG{signal}", on, 2)
        report.equal(f"exit status of SIG{signal}", results.number(f"exit-{signal}"), 0)
        check_same(results, report, f"after SIG{signal}", "settings-before", f"settings-after-{signal}")
    for remedy, what in (("KILL", "the next daemon"), ("PUT-BACK", "--put-back")):
        left = len(enabled(results.text(f"settings-during-{remedy}")))
        report.equal(f"buffers left on by SIGKILL before {what}", left, 2)
        check_same(results, report, f"{what} after SIGKILL", "settings-before", f"settings-after-{remedy}")
    status = results.number("exit-error")
    report.check("exit status without a folder for the socket", status, "64 to 78", 64 <= status <= 78)
    check_same(results, report, "after an error", "settings-before", "settings-after-error")

    lines = [line for _, line in results.lines()]
    gone = next(i for i, line in enumerate(lines) if line.get("state") == "no-device")
    back = sum(line["type"] == "tilt" for line in lines[gone:])
    report.check("lines after the hub came back", back, "at least 60", back >= 60)
    report.equal("buffer/enable after the hub came back", results.number("enable"), 1)
    check_same(results, report, "after the hub came back", "settings-hub-before", "settings-hub-after")


def check_second_daemon(results, report):
    pid = results.facts()["pid"]
    for what in ("device", "socket"):
        report.equal(f"exit status on the same {what}", results.number(f"exit-{what}"), 75)
        message = results.text(f"second-{what}.log").strip()
        named = re.search(rf"\b{pid}\b", message) is not None
        report.check(f"message on the same {what}", message, f"names process {pid}", named)
    check_same(results, report, "the first one's devices", "settings-before", "settings-after")
    report.equal("buffers on", len(enabled(results.text("settings-after"))), 2)
    more = len(results.tilts()) - results.number("frames-before")
    report.check("lines of the first afterwards", more, "at least 60", more >= 60)
    new = len(results.tilts("lines-new"))
    report.check("lines to a client that came afterwards", new, "at least 10", new >= 10)


def check_replug(results, report):
    tilts = results.tilts()
    hellos = sum(line["type"] == "hello" for _, line in results.lines())
    report.equal("greetings to a client over 20 returns", hellos, 1)
    report.equal("client still connected", results.facts()["connected"], "yes")
    waits = []
    for number in range(1, 21):
        back = float(results.facts()[f"back-{number}"])
        waits.append(next(time for time, _ in tilts if time > back) - back)
    report.at_most("longest wait after a return, starting the hub included", max(waits), 1.0, "s")
    ids = {results.facts()[f"id-{number}"] for number in range(1, 21)}
    report.check("numbers of the accelerometer", ", ".join(sorted(ids)), "at least 2", len(ids) >= 2)
    early, late = (results.number(f"descriptors-{number}") for number in (10, 20))
    report.equal("descriptors after 20 returns", late, early)
    grown = results.number("rss-20") - results.number("rss-10")
    report.at_most("memory grown over 10 returns", grown, 50, "kB")
    report.equal("exit status of SIGTERM", results.number("exit-TERM"), 0)


def check_disturbed(results, report):
    named = [(time, line["device"]["mode"]) for time, line in results.lines() if line.get("device")]
    changes = [named[0]] + [new for old, new in zip(named, named[1:]) if old[1] != new[1]]
    report.equal("modes", [mode for _, mode in changes], ["buffer", "poll", "buffer"])
    begin, end = changes[1][0], changes[2][0]
    polled = sum(begin < time < end for time, _ in results.tilts())
    report.check("lines while it polls", f"{polled} in {end - begin:.2f} s", "50 a second",
                 polled >= 50 * (end - begin) > 40)
    report.equal("buffer/enable in the end", results.number("enable"), 1)
    report.equal("exit status of SIGTERM", results.number("exit-TERM"), 0)
    check_same(results, report, "after the end", "settings-before", "settings-after")


CHIPS = ("bmi160", "kxcj91008", "mxc4005", "bma255", "sc7a20", "lsm6dsl", "icm20608", "da280")


def check_chip(results, report, chip):
    """Truth against reading. Returns whether a timer paces the chip's buffer."""
    facts = results.facts()
    scale = float(facts[f"scale-{chip}"])
    truth = [int(raw) * scale for raw in facts[f"raw-{chip}"].split(",")]
    lines = [line for _, line in results.lines(f"lines-{chip}")]
    values = [line["v"] for line in lines if line["type"] == "sample" and line["sensor"] == "accel"]
    report.check(f"{chip}: samples in 4 s", len(values), "at least 60", len(values) >= 60)
    # The first axis flickers by a step.
    off = max(abs(v - t) for value in values for v, t in zip(value, truth))
    report.at_most(f"{chip}: off by", off / scale, 1.01, "steps")
    *_, status = [line for _, line in results.lines(f"status-{chip}") if line["type"] == "reply"]
    print(f"{report.scenario}: {chip}: mode {status['device']['mode']}, {status['remark']}")
    return status["device"]["mode"] == "buffer" and "the buffer on a timer" in (status["remark"] or "")


def check_chips(results, report):
    timed = [chip for chip in CHIPS if check_chip(results, report, chip)]
    if results.facts()["timers"] == "yes":
        report.check("buffered on a timer", ", ".join(timed) or "none", "at least 1", bool(timed))
    else:
        report.equal("buffered on a timer, without the kernel's", timed, [])
    report.equal("timers left behind", results.text("timers-left"), "")
    report.check("rate of lsm6dsl at hot-plug", results.number("hot-plug-rate"), "at least 104",
                 results.number("hot-plug-rate") >= 104)


CHECKS = {
    "hid-sway": check_hid_sway,
    "hid-accel-only": check_hid_accel_only,
    "bmi160": check_bmi160,
    "after-the-end": check_after_the_end,
    "second-daemon": check_second_daemon,
    "chips": check_chips,
    "replug": check_replug,
    "disturbed": check_disturbed,
    "suspend": check_slept,
} | check_desktop.CHECKS | check_service.CHECKS


def check_scenario(folder, report):
    results = Results(folder)
    report.scenario = folder.name
    try:
        # The logs say why a scenario ended early; what it left until then is still worth checking.
        status = int(results.text("status"))
        report.equal("scenario ran to its end, status", status, 0)
        if status:
            print(*(log.read_text() for log in sorted(folder.glob("*.log"))), sep="", end="")
        CHECKS[folder.name](results, report)
    except (OSError, ValueError, KeyError, IndexError, StopIteration, ZeroDivisionError) as error:
        report.check("results", f"{type(error).__name__}: {error}", "complete", False)


def main(arguments):
    folders = [pathlib.Path(argument) for argument in arguments]
    if not folders or not all(folder.name in CHECKS for folder in folders):
        sys.exit(f"usage: check.py FOLDER..., of {' '.join(CHECKS)}")
    report = Report()
    for folder in folders:
        check_scenario(folder, report)
    return report.verdict()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
