#!/usr/bin/env python3
"""Shows that check.py passes what a good daemon leaves, and fails each fault alone."""

import contextlib
import io
import json
import math
import pathlib
import tempfile
import unittest

import check
import desktop_examples
import service_examples
from examples import OFF, ON, sleeping, swaying, tilt_lines


def truth_lines():
    times = [9 + index / 200 for index in range(28 * 200)]
    halves = [(time, swaying(time) / 2) for time in times]
    return "".join(f"{t} {math.cos(half)} 0 {math.sin(half)} 0\n" for t, half in halves)


def sway(**first):
    return {
        "status": "0\n",
        "lines": tilt_lines(lambda _: 0, swaying, 25, **first),
        "truth": truth_lines(),
        "facts": "threads 1\nenable 1\nvmrss 9000\nrss 10000\n",
    }


def after_the_end():
    lines = tilt_lines(swaying, swaying, 2)
    gone = '12.1 {"type": "state", "state": "no-device"}\n'
    back = "".join(tilt_lines(swaying, swaying, 2).splitlines(keepends=True)[1:])
    files = {"status": "0\n", "lines": lines + gone + back}
    files["facts"] = "exit-TERM 0\nexit-INT 0\nexit-QUIT 0\nexit-error 73\nenable 1\n"
    signals = ("TERM", "INT", "QUIT", "KILL", "PUT-BACK")
    for name in ("before", *(f"after-{signal}" for signal in signals), "after-error", "hub-before", "hub-after"):
        files[f"settings-{name}"] = OFF
    return files | {f"settings-during-{signal}": ON for signal in signals}


def second_daemon():
    return {
        "status": "0\n",
        "lines": tilt_lines(swaying, swaying, 3),
        "lines-new": tilt_lines(swaying, swaying, 1),
        "facts": "pid 123\nexit-device 75\nexit-socket 75\nframes-before 100\n",
        "second-device.log": "<3>iio:device0 is held by process 123.\n",
        "second-socket.log": "<3>/run/p.sock is held by process 123 (parallaxd)\n",
        "settings-before": ON,
        "settings-after": ON,
    }


def bmi160():
    pitch, roll = (math.radians(angle) for angle in check.pitch_and_roll((-3000, 5000, 15314)))
    return {
        "status": "0\n",
        "lines": tilt_lines(lambda _: pitch, lambda _: roll, 8, mode="poll"),
        "facts": "threads 2\naccel 3000,-5000,15314\n",
    }


def chips(timers="yes", remark="the buffer on a timer, for there is no trigger"):
    status = {"type": "reply", "ok": True, "device": {"mode": "buffer"}, "remark": remark}
    sample = {"type": "sample", "sensor": "accel", "v": [1.0, -2.0, 9.5]}
    flicker = sample | {"v": [1.5, -2.0, 9.5]}
    files = {"status": "0\n", "timers-left": "", "facts": f"timers {timers}\nhot-plug-rate 104\n"}
    for chip in check.CHIPS:
        files["facts"] += f"raw-{chip} 2,-4,19\nscale-{chip} 0.5\n"
        files[f"lines-{chip}"] = f"10.0 {json.dumps(sample)}\n10.1 {json.dumps(flicker)}\n" * 30
        files[f"status-{chip}"] = f"14.0 {json.dumps(status)}\n"
    return files


def replug():
    lines, facts = tilt_lines(swaying, swaying, 60), "connected yes\nexit-TERM 0\n"
    for number in range(1, 21):
        facts += f"back-{number} {10 + number}\nid-{number} iio:device{number % 2}\n"
    facts += "descriptors-10 20\ndescriptors-20 20\nrss-10 9000\nrss-20 9050\n"
    return {"status": "0\n", "lines": lines, "facts": facts}


def disturbed():
    *first, last = tilt_lines(swaying, swaying, 2).splitlines(keepends=True)
    for time, mode in ((10.5, "poll"), (11.9, "buffer")):
        state = {"type": "state", "state": "ok", "device": {"mode": mode}}
        first.append(f"{time} {json.dumps(state)}\n")
    lines = "".join(sorted(first) + [last])
    facts = "enable 1\nexit-TERM 0\n"
    return {"status": "0\n", "lines": lines, "facts": facts, "settings-before": OFF, "settings-after": OFF}


def suspend():
    files = {"status": "0\n", "facts": "tilts-before 120\nslept yes\nexit-TERM 0\n", "lines": sleeping()}
    for name, settings in (("before", OFF), ("during", ON), ("resumed", ON), ("after", OFF)):
        files[f"settings-{name}"] = settings
    return files


GOOD = {
    "hid-sway": sway(),
    "hid-accel-only": sway(sensors=["accel"]),
    "after-the-end": after_the_end(),
    "second-daemon": second_daemon(),
    "bmi160": bmi160(),
    "chips": chips(),
    "replug": replug(),
    "disturbed": disturbed(),
    "suspend": suspend(),
} | desktop_examples.GOOD | service_examples.GOOD

# Each changes one file of a good result: scenario, file, text to replace, its replacement.
FAULTS = [
    ("hid-sway", "status", "0", "143"),
    ("hid-sway", "facts", "threads 1", "threads 2"),
    ("hid-sway", "facts", "enable 1", "enable 0"),
    ("hid-sway", "facts", "vmrss 9000", "vmrss 12289"),
    ("hid-sway", "facts", "rss 10000", "rss 12289"),
    ("hid-sway", "facts", "rss 10000\n", ""),
    ("hid-sway", "lines", '"buffer"', '"poll"'),
    ("hid-sway", "lines", ', "gyro"', ""),
    ("hid-sway", "lines", '"seq": 300,', '"seq": 299,'),
    ("hid-sway", "lines", '"pitch": 0', '"pitch": 0.009'),
    ("hid-sway", "lines", '"roll": ', '"roll": -'),
    ("hid-sway", "lines", '"seq": 300,', '"seq": 300'),
    ("hid-sway", "truth", "\n2", "\n#"),
    ("hid-accel-only", "lines", '"pitch": 0', '"pitch": 0.054'),
    ("after-the-end", "settings-before", "buffer/enable 0", "buffer/enable 1"),
    ("after-the-end", "settings-during-INT", "gyro_3d buffer/enable 1", "gyro_3d buffer/enable 0"),
    ("after-the-end", "settings-after-TERM", "length 8", "length 64"),
    ("after-the-end", "settings-after-INT", "accel_3d buffer/length 8\n", ""),
    ("after-the-end", "settings-after-QUIT", "enable 0", "enable 1"),
    ("after-the-end", "settings-during-KILL", "accel_3d buffer/enable 1", "accel_3d buffer/enable 0"),
    ("after-the-end", "settings-after-KILL", "length 8", "length 64"),
    ("after-the-end", "settings-during-PUT-BACK", "accel_3d buffer/enable 1", "accel_3d buffer/enable 0"),
    ("after-the-end", "settings-after-PUT-BACK", "length 8", "length 64"),
    ("after-the-end", "settings-after-error", "length 8", "length 2"),
    ("after-the-end", "settings-hub-after", "enable 0", "enable 1"),
    ("after-the-end", "facts", "exit-QUIT 0", "exit-QUIT 129"),
    ("after-the-end", "facts", "exit-error 73", "exit-error 0"),
    ("after-the-end", "facts", "\nenable 1", "\nenable 0"),
    ("after-the-end", "lines", "no-device", "stale"),
    ("second-daemon", "facts", "exit-device 75", "exit-device 143"),
    ("second-daemon", "facts", "exit-socket 75", "exit-socket 0"),
    ("second-daemon", "second-device.log", "123", "1234"),
    ("second-daemon", "second-socket.log", "process 123", "another process"),
    ("second-daemon", "settings-after", "length 64", "length 2"),
    ("second-daemon", "facts", "frames-before 100", "frames-before 170"),
    ("second-daemon", "lines-new", '"tilt"', '"state"'),
    ("bmi160", "lines", '"poll"', '"buffer"'),
    ("bmi160", "facts", "threads 2", "threads 1"),
    ("bmi160", "facts", "-5000", "5000"),
    ("bmi160", "facts", "15314", "7657"),
    ("bmi160", "lines", '"roll": 0', '"roll": -0'),
    ("chips", "facts", "raw-sc7a20 2,-4,19", "raw-sc7a20 2,-4,21"),
    ("chips", "facts", "raw-sc7a20 2,", "raw-sc7a20 0,"),
    ("chips", "facts", "timers yes", "timers no"),
    ("chips", "facts", "hot-plug-rate 104", "hot-plug-rate 12"),
    ("chips", "lines-da280", '"accel"', '"gyro"'),
    ("chips", "timers-left", "", "parallaxd-device0"),
    ("replug", "facts", "back-7 17", "back-7 70"),
    ("replug", "facts", "descriptors-20 20", "descriptors-20 21"),
    ("replug", "facts", "rss-20 9050", "rss-20 9051"),
    ("replug", "facts", "connected yes", "connected no"),
    ("replug", "facts", "exit-TERM 0", "exit-TERM 1"),
    ("replug", "facts", "iio:device1", "iio:device0"),
    ("disturbed", "lines", '"poll"', '"buffer"'),
    ("disturbed", "lines", "11.9 ", "10.6 "),
    ("disturbed", "facts", "enable 1", "enable 0"),
    ("disturbed", "facts", "exit-TERM 0", "exit-TERM 1"),
    ("disturbed", "settings-after", "length 8", "length 64"),
    ("suspend", "lines", "suspended", "stale"),
    ("suspend", "facts", "tilts-before 120", "tilts-before 200"),
    ("suspend", "facts", "slept yes", "slept no"),
    ("suspend", "settings-resumed", "length 64", "length 2"),
    ("suspend", "settings-after", "enable 0", "enable 1"),
] + desktop_examples.FAULTS + service_examples.FAULTS


def run_check(scenario, files):
    """The exit status of check.py, and what it printed."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as output:
        results = pathlib.Path(folder) / scenario
        results.mkdir()
        for name, text in files.items():
            (results / name).write_text(text)
        return check.main([str(results)]), output.getvalue()


class CheckTests(unittest.TestCase):
    def test_passes_what_a_good_daemon_leaves(self):
        for scenario, files in [*GOOD.items(), *desktop_examples.ALSO_GOOD]:
            with self.subTest(scenario):
                status, output = run_check(scenario, files)
                self.assertEqual(status, 0, output)

    def test_fails_each_fault(self):
        for scenario, name, old, new in FAULTS:
            with self.subTest(f"{scenario}: {name}: {old} -> {new}"):
                self.assertTrue(old in GOOD[scenario][name])
                files = GOOD[scenario] | {name: GOOD[scenario][name].replace(old, new)}
                status, output = run_check(scenario, files)
                self.assertEqual(status, 1, output)

    def test_fails_when_lines_are_missing_or_too_many(self):
        for rate in (59.3, 60.7):
            with self.subTest(rate):
                files = GOOD["hid-sway"] | {"lines": tilt_lines(lambda _: 0, swaying, 25, rate)}
                self.assertEqual(run_check("hid-sway", files)[0], 1)

    def test_fails_when_any_file_is_missing(self):
        for scenario, files in GOOD.items():
            for name in files:
                with self.subTest(f"{scenario} without {name}"):
                    left = {other: text for other, text in files.items() if other != name}
                    self.assertEqual(run_check(scenario, left)[0], 1)

    def test_fails_a_scenario_that_did_not_run(self):
        for scenario in GOOD:
            self.assertEqual(run_check(scenario, {})[0], 1)


if __name__ == "__main__":
    unittest.main()
