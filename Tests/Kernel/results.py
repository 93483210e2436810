"""What a scenario left, the truth of the hub, and a report of checked figures."""

import bisect
import json
import math

RESUME = 5  # seconds from waking to frames


class Results:
    """What one scenario left in its folder."""

    def __init__(self, folder):
        self.folder = folder

    def text(self, name):
        return (self.folder / name).read_text()

    def facts(self):
        return dict(line.split(maxsplit=1) for line in self.text("facts").splitlines())

    def number(self, fact):
        return int(self.facts()[fact])

    def lines(self, name="lines"):
        """What a client received: pairs of the moment of receipt and the object."""
        received = []
        for line in self.text(name).splitlines():
            time, text = line.split(maxsplit=1)
            received.append((float(time), json.loads(text)))
        return received

    def tilts(self, name="lines"):
        return [(time, line) for time, line in self.lines(name) if line["type"] == "tilt"]

    def hello(self, name="lines"):
        (_, line), *_ = self.lines(name)
        if line["type"] != "hello":
            raise ValueError(f"the first line is a {line['type']}")
        return line


class Report:
    """Prints and counts checks."""

    def __init__(self):
        self.total = 0
        self.failed = 0
        self.scenario = ""

    def check(self, what, figure, bound, holds):
        self.total += 1
        self.failed += not holds
        print(f"{self.scenario}: {what}: {figure} ({bound}): {'ok' if holds else 'FAILED'}")

    def equal(self, what, figure, expected):
        self.check(what, figure, expected, figure == expected)

    def at_most(self, what, figure, bound, unit):
        self.check(what, f"{round(figure, 4)} {unit}", f"at most {bound} {unit}", figure <= bound)

    def verdict(self):
        if self.failed:
            print(f"FAILED: {self.failed} of {self.total} checks on a real kernel")
        else:
            print(f"passed: {self.total} checks on a real kernel")
        return 1 if self.failed or not self.total else 0


def rms(values):
    return math.sqrt(sum(value * value for value in values) / len(values))


def pitch_and_roll(up):
    """In degrees, of the direction up in device axes."""
    x, y, z = up
    length = math.hypot(x, y, z)
    return math.degrees(math.asin(y / length)), math.degrees(math.atan2(-x, z))


class Truth:
    """The pose of the hub, between the moments of its log."""

    def __init__(self, text):
        self.times, self.angles = [], []
        for line in text.splitlines():
            time, w, x, y, z = map(float, line.split())
            up = (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
            self.times.append(time)
            self.angles.append(pitch_and_roll(up))

    def at(self, time):
        after = bisect.bisect_right(self.times, time)
        if not 0 < after < len(self.times):
            raise ValueError(f"no truth at {time}")
        part = (time - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        return [a + part * (b - a) for a, b in zip(self.angles[after - 1], self.angles[after])]


def check_same(results, report, what, before, after):
    """That two files of settings agree, naming those which do not."""
    old, new = results.text(before).splitlines(), results.text(after).splitlines()
    changed = [line for line in new if line not in old]
    same = old == new and len(new) > 0
    report.check(what, f"{len(new)} settings, changed: {', '.join(changed) or 'none'}", "as before", same)


def check_slept(results, report):
    """That frames come again after the machine slept, from sensors that are set up as before."""
    report.equal("the machine slept", results.facts()["slept"], "yes")
    states = [line["state"] for _, line in results.lines() if line["type"] == "state"]
    report.check("states over the sleep", ", ".join(states), "has suspended", "suspended" in states)
    more = len(results.tilts()) - results.number("tilts-before")
    report.check("lines after the sleep", more, "at least 60", more >= 60)
    woken = next(time for time, line in results.lines() if line.get("state") == "suspended")
    first = next(time for time, _ in results.tilts() if time > woken)
    report.at_most("first of them after waking", first - woken, RESUME, "s")
    check_same(results, report, "while running, after the sleep", "settings-during", "settings-resumed")
    check_same(results, report, "after the end", "settings-before", "settings-after")


def enabled(settings):
    return [line for line in settings.splitlines() if line.endswith(" buffer/enable 1")]
