"""Checks of the scenarios beside iio-sensor-proxy. Each takes Results and a Report."""

import collections
import json
import math

from results import Truth, check_same, rms

ANSWER = 1.0  # seconds that a claim may take
FOLLOWING = 1.0  # seconds after a turn until the desktop knows of it; the proxy looks every 0.7 s
RATE = 60
LONGEST_GAP = 0.1
TAKING_OVER = 3  # seconds until the daemon has the buffer of a proxy that was restarted

# What the proxy complains of without us: it takes the keyboard for a candidate, too.
PROXY_ALONE = ("Not a switch", "Invalid bitmask entry")


def hands_over(results):
    """Whether the proxy lets go of a hub's buffer while nobody claims."""
    major, minor = results.facts()["proxy"].split(".")[:2]
    return (int(major), int(minor)) >= (3, 7)


def first_word(results):
    """Seconds from the answer to a claim on. The old proxy answers before it has read, and reads old scans first."""
    return FOLLOWING if hands_over(results) else 1.5


def has_timers(results):
    return results.facts()["timers"] == "yes"


def hub_modes(results, claims):
    return ["buffer"] + ["poll", "buffer"] * claims if hands_over(results) else ["poll"]


def modes(results, name="lines"):
    """Pairs of a moment and how the daemon reads from then on."""
    named = [(time, line["device"]["mode"]) for time, line in results.lines(name) if line.get("device")]
    return [named[0]] + [new for old, new in zip(named, named[1:]) if old[1] != new[1]]


def check_modes(results, report, expected, name="lines"):
    report.equal(f"modes in {name}", [mode for _, mode in modes(results, name)], expected)


def check_rate(results, report, name="lines"):
    times = [time for time, _ in results.tilts(name)]
    rate = (len(times) - 1) / (times[-1] - times[0])
    report.check(f"rate over {times[-1] - times[0]:.0f} s", f"{rate:.2f} lines/s", f"{RATE} ± 1",
                 abs(rate - RATE) <= 1)
    longest = max(after - before for before, after in zip(times, times[1:]))
    report.at_most("longest gap between two lines", longest, LONGEST_GAP, "s")


def check_tilt(results, report):
    """Against the truth, over the turns; a delay of 20 ms is 1.5° at the fastest."""
    truth = Truth(results.text("truth"))
    tilts = [(truth.at(time)[1], math.degrees(line["roll"])) for time, line in results.tilts()]
    report.at_most("roll, RMS", rms([roll - true for true, roll in tilts]), 2, "degrees")


def check_journals(results, report, units=("parallaxd", "iio-sensor-proxy")):
    # The old proxy may have nothing to say.
    for unit, worst, known, least in (("parallaxd", 3, (), 1), ("iio-sensor-proxy", 4, PROXY_ALONE, 0)):
        if unit not in units:
            continue
        lines = [json.loads(line) for line in results.text(f"journal-{unit}").splitlines()]
        bad = [str(line["MESSAGE"]) for line in lines if int(line["PRIORITY"]) <= worst]
        bad = collections.Counter(message for message in bad if not message.startswith(known))
        named = [f"{count} × {message}" for message, count in bad.items()]
        report.check(f"errors in {len(lines)} lines of {unit}", "; ".join(named) or "none",
                     f"none, at least {least} lines", not named and len(lines) >= least)


def replies(results, name, method):
    lines = [line for _, line in results.lines(name) if line["type"] == "reply"]
    return [line for line in lines if line["to"] == method]


def check_claims(results, report, name, count):
    claims = replies(results, name, "ClaimAccelerometer")
    releases = replies(results, name, "ReleaseAccelerometer")
    errors = [line["error"] for line in claims + releases if line["error"]]
    report.equal(f"{name}: claims that were answered", len(claims), count)
    report.equal(f"{name}: errors", errors, [])
    report.at_most(f"{name}: longest wait for an answer", max(line["after"] for line in claims), ANSWER, "s")


class Claim:
    """From the answer on to the release or the proxy's end: what the desktop was told."""

    def __init__(self, begin):
        self.begin, self.end, self.told = begin, math.inf, []

    def word_at(self, moment):
        return next((word for time, word in reversed(self.told) if time <= moment), None)


def claims_in(results, name):
    claims, before = [], []
    for time, line in results.lines(name):
        if line["type"] == "orientation":
            told = claims[-1].told if claims and claims[-1].end == math.inf else before
            told.append((time, line["value"]))
        elif line.get("to") == "ClaimAccelerometer" and not line["error"]:
            claims.append(Claim(time))
            claims[-1].told, before = before, []
        elif claims and (line["type"] == "reply" or not line["present"]):
            claims[-1].end = min(time, claims[-1].end)
    return claims


class Rest:
    """A time in which the device lies on one side."""

    def __init__(self, begin, end, word):
        self.begin, self.end, self.word = begin, end, word


def rests_of_hub(results):
    """The left edge is up when it is rolled to the right."""
    truth, rests = Truth(results.text("truth")), []
    for time, (_, roll) in zip(truth.times, truth.angles):
        if abs(roll) < 59.5:
            continue
        word = "left-up" if roll > 0 else "right-up"
        if not rests or rests[-1].word != word:
            rests.append(Rest(time, time, word))
        rests[-1].end = time
    return rests


def rests_of_chip(results):
    turns = [value.split() for name, value in results.facts().items() if name.startswith("turn-")]
    ends = [float(begin) for begin, _ in turns[1:]] + [math.inf]
    return [Rest(float(begin), end, word) for (begin, word), end in zip(turns, ends)]


def check_follows(results, report, name, rests, at_least, since=0.0):
    """That the desktop knows of each rest in time, and is told nothing else."""
    right = wrong = extra = 0
    for claim in claims_in(results, name):
        during = [rest for rest in rests if rest.end > claim.begin and rest.begin < claim.end]
        for rest in during:
            moment = max(rest.begin + FOLLOWING, claim.begin + first_word(results))
            if moment < min(rest.end, claim.end) and moment > since:
                right += claim.word_at(moment) == rest.word
                wrong += claim.word_at(moment) != rest.word
        words = [word for time, word in claim.told if time > claim.begin]
        changes = sum(before != after for before, after in zip(words, words[1:]))
        extra += max(0, changes - len(during))
    report.check(f"{name}: turns that the desktop followed", f"{right} of {right + wrong}",
                 f"all, at least {at_least}", wrong == 0 and right >= at_least)
    report.equal(f"{name}: changes without a turn", extra, 0)


def check_hub(results, report):
    check_rate(results, report)
    check_tilt(results, report)
    check_modes(results, report, hub_modes(results, 1))
    check_claims(results, report, "claim", 1)
    check_follows(results, report, "claim", rests_of_hub(results), 11)
    if hands_over(results):
        *_, back = modes(results)
        released = claims_in(results, "claim")[-1].end
        report.at_most("buffer back after the release", back[0] - released, 1, "s")
    check_same(results, report, "after the end", "settings-before", "settings-after")
    check_journals(results, report)


def check_ten_claims(results, report):
    check_rate(results, report)
    check_tilt(results, report)
    check_modes(results, report, hub_modes(results, 10))
    check_claims(results, report, "claims", 10)
    check_follows(results, report, "claims", rests_of_hub(results), 2)
    check_same(results, report, "after the end", "settings-before", "settings-after")
    check_journals(results, report)


def check_restart(results, report):
    restarted = float(results.facts()["restarted"])
    rests = rests_of_hub(results)
    report.equal("mode at the first restart", results.facts()["mode-unclaimed"], hub_modes(results, 0)[0])
    check_rate(results, report)
    check_tilt(results, report)
    check_claims(results, report, "claim-unclaimed", 1)
    check_follows(results, report, "claim-unclaimed", rests, 1)
    check_claims(results, report, "claim-claimed", 2)
    check_follows(results, report, "claim-claimed", rests, 1, since=restarted)
    check_same(results, report, "after the end", "settings-before", "settings-after")
    check_journals(results, report)


def check_kill(results, report):
    facts, rests = results.facts(), rests_of_hub(results)
    unclaimed = hub_modes(results, 0)[0]
    for name, mode, claims in (("unclaimed", unclaimed, 1), ("claimed", "poll", 2), ("returned", unclaimed, 1)):
        report.equal(f"{name}: mode when it was killed", facts[f"mode-{name}"], mode)
        report.equal(f"{name}: gyroscope's buffer on then", facts[f"enabled-{name}"], "1")
        since = float(facts["restarted"]) if name == "claimed" else 0
        check_claims(results, report, f"claim-{name}", claims)
        check_follows(results, report, f"claim-{name}", rests, 1, since)
        check_same(results, report, f"{name}: afterwards", "settings-before", f"settings-{name}")
    back = len(results.tilts("lines-after"))
    report.check("lines of the next daemon in 5 s", back, "at least 60", back >= 60)
    check_journals(results, report)


def check_rolls(results, report, rests):
    """That the client has heard of each turn before the next."""
    tilts, off = results.tilts(), []
    for rest in rests:
        during = [line["roll"] for time, line in tilts if rest.begin + 2 < time < rest.end]
        side = 60 if rest.word == "left-up" else -60
        off += [abs(math.degrees(roll) - side) for roll in during[-1:]]
    report.check("rests of the client", len(off), "at least 5", len(off) >= 5)
    report.at_most("roll at their ends, off by", max(off), 1, "degrees")


def check_chip(results, report, mode, timers_left):
    rests = rests_of_chip(results)
    restarted = float(results.facts()["restarted"])
    check_rate(results, report)
    check_rolls(results, report, rests)
    for name in ("lines", "lines-killed"):
        # Whether raw reads go on beside a buffer is tried at the start.
        *_, (settled, last) = changes = modes(results, name)
        report.equal(f"mode in {name}", last, mode)
        report.at_most(f"{name}: settled after", settled - changes[0][0], 0.5, "s")
    check_claims(results, report, "claim", 2)
    check_follows(results, report, "claim", rests, 5)
    check_follows(results, report, "claim", rests, 2, since=restarted)
    check_claims(results, report, "claim-killed", 1)
    check_follows(results, report, "claim-killed", rests, 1)
    check_same(results, report, "after the end", "settings-before", "settings-after")
    check_same(results, report, "after SIGKILL", "settings-before", "settings-killed")
    left = [path.rsplit("/")[-1] for path in results.text("timers-left").split()]
    report.equal("timers in the end", left, timers_left)
    check_journals(results, report)


def check_bmi160(results, report):
    check_chip(results, report, "buffer" if has_timers(results) else "poll", [])


def check_kxcjk(results, report):
    check_chip(results, report, "poll", ["foreign"] if has_timers(results) else [])


def check_holder(results, report):
    chips = ["kxcj91008"] if has_timers(results) else []
    for name in ["accel_3d"] + chips:
        lines = [line for _, line in results.lines(f"lines-{name}")]
        replies = [line for _, line in results.lines(f"status-{name}") if line["type"] == "reply"]
        pid = results.facts()[f"holder-{name}"]
        told = [str(line.get(key)) for line in lines + replies for key in ("remark", "reason") if line.get(key)]
        points = [text for text in told if "another program" in text and "doctor" in text]
        report.check(f"{name}: what the client is told", "; ".join(dict.fromkeys(told)) or "nothing",
                     "another program, which doctor names", bool(points))
        findings = results.text(f"doctor-{name}")
        names = "iio_readdev" in findings and pid in findings
        report.check(f"{name}: doctor", findings if not names else "names it", f"names iio_readdev, {pid}", names)
        alone, beside = (results.number(f"held-{when}-{name}") for when in ("alone", "beside"))
        report.check(f"{name}: bytes of the other in 3 s", beside, f"at least 0.9 of {alone}",
                     beside >= 0.9 * alone > 0)
        check_same(results, report, f"{name}: beside us", f"settings-before-{name}", f"settings-after-{name}")
        tilts = sum(line["type"] == "tilt" for line in lines)
        if name in chips:
            report.equal(f"{name}: lines", tilts, 0)
            states = [line["state"] for line in lines if line.get("state")]
            report.check(f"{name}: states", ", ".join(states), "busy in the end", states[-1:] == ["busy"])
        else:
            report.check(f"{name}: lines in 4 s", tilts, "at least 180", tilts >= 180)
    check_journals(results, report)


def check_during(results, report, since, until):
    """How the daemon read, and how fast, between two moments."""
    mode = [mode for time, mode in modes(results) if time <= since][-1]
    changed = [mode for time, mode in modes(results) if since < time <= until]
    report.equal("exclusive: modes", [mode] + changed, ["buffer"])
    times = [time for time, _ in results.tilts() if since < time <= until]
    rate = (len(times) - 1) / (times[-1] - times[0])
    report.check("exclusive: rate", f"{rate:.2f} lines/s", f"{RATE} ± 1", abs(rate - RATE) <= 1)
    longest = max(after - before for before, after in zip(times, times[1:]))
    report.at_most("exclusive: longest gap between two lines", longest, LONGEST_GAP, "s")


def check_exclusive(results, report):
    facts = results.facts()
    on, off = float(facts["on"]), float(facts["off"])
    report.equal("what the proxy sees of the accelerometer", facts["type-on"], "none")
    report.equal("rights to the input device", facts["event"], "660 root:input")
    report.equal("rights to its joystick", facts["js"], "600 root:input")
    check_during(results, report, on + TAKING_OVER, off)
    check_tilt(results, report)
    # While it changes over the proxy may be started once too often, by udev: a claim then goes with it.
    answered = [line for line in replies(results, "claim", "ClaimAccelerometer") if not line["error"]]
    report.check("claims that were answered", len(answered), "at least 3", len(answered) >= 3)
    report.at_most("longest wait for an answer", max(line["after"] for line in answered), ANSWER, "s")
    check_follows(results, report, "claim", rests_of_hub(results), 10, since=on)
    names = [line for time, line in results.lines("claim") if line["type"] == "proxy" and on < time < off]
    report.equal("changes of the proxy's name while it is on", len(names), 0)
    report.equal("input device after the kill", facts["input-killed"], facts["input-on"])
    report.equal("restarts of the process", facts["restarts"], "1")
    report.equal("input device in the end", facts["input-off"], "none")
    report.check("what the proxy sees in the end", facts["type-off"], "an accelerometer", "accel" in facts["type-off"])
    check_same(results, report, "after the end", "settings-before", "settings-after")
    check_journals(results, report)


def check_exclusive_idle(results, report):
    rests = rests_of_hub(results)
    report.equal("buffers on while nobody claims", results.facts()["enabled"], "00")
    report.at_most("wake-ups in 5 s then", results.number("wakings"), 0, "times")
    report.equal("what the proxy sees of the hub plugged in", results.facts()["type-plugged"], "none")
    for name, at_least in (("claim-plugged", 2), ("claim-announced", 3)):
        check_follows(results, report, name, rests, at_least)
    check_same(results, report, "after the end", "settings-before", "settings-last")
    check_journals(results, report)


CHECKS = {
    "desktop-hub": check_hub,
    "desktop-claims": check_ten_claims,
    "desktop-restart": check_restart,
    "desktop-kill": check_kill,
    "desktop-bmi160": check_bmi160,
    "desktop-kxcjk": check_kxcjk,
    "desktop-holder": check_holder,
    "desktop-exclusive": check_exclusive,
    "desktop-exclusive-idle": check_exclusive_idle,
}
