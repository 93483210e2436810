"""What a good daemon leaves beside iio-sensor-proxy, and faults of it for check_test.py."""

import json
import math

from examples import OFF, ON, tilt_lines

PERIOD = 5.0  # of turns


def rolling(time):
    """In radians: on one side around each whole period since 9 s, then on the other, 2.5 s each."""
    phase = (time - 9) / PERIOD % 2
    ramp = phase if phase < 1 else 2 - phase
    return -math.radians(60) * math.cos(math.pi * min(1, max(0, (ramp - 0.25) * 2)))


def truth_lines(end):
    times = [9 + index / 100 for index in range(round((end - 9) * 100))]
    halves = [(time, rolling(time) / 2) for time in times]
    return "".join(f"{t:.2f} {math.cos(half):.7f} 0 {math.sin(half):.7f} 0\n" for t, half in halves)


def line(time, **members):
    return f"{time:.3f} {json.dumps(members)}\n"


def reply(time, to, after, error=None):
    return line(time, type="reply", to=f"{to}Accelerometer", error=error, after=after)


def told(begin, end, word_at):
    """What a desktop is told that claims at `begin`: tenths of a second behind each turn."""
    lines = reply(begin, "Claim", 0.7) + line(begin, type="orientation", value=word_at(begin))
    last = word_at(begin)
    for tenth in range(1, round((end - begin) * 10)):
        time = begin + tenth / 10
        if word_at(time) != last:
            last = word_at(time)
            lines += line(time + 0.5, type="orientation", value=last)
    return lines


def hub_word(time):
    return "left-up" if rolling(time) > 0 else "right-up"


def claim(begin, end, word_at=hub_word):
    return told(begin, end, word_at) + reply(end, "Release", 0.01)


def restarted_claim(begin, restart, end, word_at=hub_word):
    """The proxy goes away at `restart` and is back half a second later."""
    gone = line(restart, type="proxy", present=False) + line(restart + 0.5, type="proxy", present=True)
    return told(begin, restart, word_at) + gone + claim(restart + 1.3, end, word_at)


def client(seconds, *changes, mode="buffer", roll_of=rolling):
    """What a client gets that hears of each change of mode."""
    lines = tilt_lines(lambda _: 0, roll_of, seconds, mode=mode).splitlines(keepends=True)
    lines += [line(time, type="state", state="ok", device={"mode": mode}) for time, mode in changes]
    return "".join(sorted(lines, key=lambda text: float(text.split()[0])))


def log(*messages):
    return "".join(json.dumps({"PRIORITY": str(level), "MESSAGE": text}) + "\n" for level, text in messages)


JOURNALS = {
    "journal-parallaxd": log((6, "listens"), (4, "raw reading")),
    "journal-iio-sensor-proxy": log((4, "Not a switch [/sys]"), (5, "No sensors")),
}


def scenario(end=70, facts="", names=("before", "after"), **files):
    settings = {f"settings-{name}": OFF for name in names}
    files = {name.replace("_", "-"): text for name, text in files.items()}
    common = {"status": "0\n", "facts": "proxy 3.7\ntimers yes\n" + facts, "truth": truth_lines(end)}
    return common | JOURNALS | settings | files


def hub():
    return scenario(76, lines=client(64, (12, "poll"), (68.1, "buffer")), claim=claim(12.7, 68))


def old_hub():
    """With a proxy that buffers all the time."""
    files = scenario(76, lines=client(64, mode="poll"), claim=claim(12.7, 68))
    return files | {"facts": "proxy 3.0\ntimers no\n"}


def ten_claims():
    begins = [12.1 + 2.4 * index for index in range(10)]
    changes = [change for begin in begins for change in ((begin, "poll"), (begin + 2, "buffer"))]
    claims = "".join(claim(begin + 0.7, begin + 1.9) for begin in begins)
    return scenario(lines=client(30, *changes), claims=claims)


def restart():
    claims = {"claim_unclaimed": claim(14, 22), "claim_claimed": restarted_claim(23, 26, 38)}
    return scenario(lines=client(30), facts="mode-unclaimed buffer\nrestarted 26\n", **claims)


def kill():
    facts = "restarted 30\n"
    for name, mode in (("unclaimed", "buffer"), ("claimed", "poll"), ("returned", "buffer")):
        facts += f"mode-{name} {mode}\nenabled-{name} 1\n"
    claims = {"claim_unclaimed": claim(14, 22), "claim_claimed": restarted_claim(25, 30, 40)}
    claims["claim_returned"] = claim(50, 58)
    names = ("before", "unclaimed", "claimed", "returned")
    return scenario(facts=facts, names=names, lines_after=tilt_lines(lambda _: 0, rolling, 3), **claims)


TURNS = (10, 14, 18, 22, 27.5, 50)


def chip_word(time):
    return "left-up" if sum(turn <= time for turn in TURNS) % 2 else "right-up"


def chip_roll(time):
    return math.radians(60 if chip_word(time) == "left-up" else -60)


def chip(mode="buffer", left=""):
    facts = "".join(f"turn-{n} {turn} {chip_word(turn)}\n" for n, turn in enumerate(TURNS, 1))
    files = scenario(
        facts=facts + "restarted 25\n", names=("before", "after", "killed"), timers_left=left,
        lines=client(30, mode=mode, roll_of=chip_roll), lines_killed=client(2, mode=mode),
        claim=restarted_claim(12.7, 25, 36, chip_word), claim_killed=claim(49, 55, chip_word))
    del files["truth"]
    return files


def tried_chip():
    """One that cannot be read raw beside its buffer."""
    files = chip(mode="poll", left="/sys/foreign\n")
    return files | {"lines": client(30, (10.1, "poll"), roll_of=chip_roll)}


def held(name, lines, remark=None):
    files = {f"settings-{when}-{name}": ON for when in ("before", "after")}
    return files | {f"lines-{name}": lines, f"status-{name}": line(14, type="reply", ok=True, remark=remark)}


def holder():
    facts = "holder-accel_3d 51\nheld-alone-accel_3d 9000\nheld-beside-accel_3d 9100\n"
    facts += "holder-kxcj91008 52\nheld-alone-kxcj91008 4000\nheld-beside-kxcj91008 4000\n"
    files = scenario(facts=facts, names=())
    del files["truth"]
    lines = tilt_lines(lambda _: 0, rolling, 4, mode="poll")
    files |= held("accel_3d", lines, "another program (doctor says which) has the buffer")
    files |= {"doctor-accel_3d": "iio_readdev (51)", "doctor-kxcj91008": "iio_readdev (52)"}
    return files | held("kxcj91008", line(10, type="state", state="busy", reason="another program has it: doctor"))


def exclusive():
    """On from 14 to 62; the proxy is started anew for either."""
    facts = "on 14\noff 62\ntype-on none\ntype-off iio-poll-accel iio-buffer-accel\ninput-on input5\n"
    facts += "input-killed input5\ninput-off none\nevent 660 root:input\njs 600 root:input\nrestarts 1\n"
    gone = line(13.6, type="proxy", present=False) + line(13.9, type="proxy", present=True)
    claims = told(12, 13.6, hub_word) + gone + restarted_claim(14.2, 62.1, 66)
    return scenario(76, facts=facts, lines=client(58, (12, "poll"), (15, "buffer")), claim=claims)


def exclusive_idle():
    facts = "enabled 00\nwakings 0\ntype-plugged none\n"
    claims = {"claim_plugged": claim(14, 28), "claim_announced": claim(30, 50)}
    return scenario(facts=facts, names=("before", "last"), **claims)


GOOD = {
    "desktop-hub": hub(),
    "desktop-claims": ten_claims(),
    "desktop-restart": restart(),
    "desktop-kill": kill(),
    "desktop-bmi160": chip(),
    "desktop-kxcjk": tried_chip(),
    "desktop-holder": holder(),
    "desktop-exclusive": exclusive(),
    "desktop-exclusive-idle": exclusive_idle(),
}

# Good ones of other kernels and proxies: scenario, files.
ALSO_GOOD = [
    ("desktop-hub", old_hub()),
    ("desktop-bmi160", chip(mode="poll") | {"facts": chip()["facts"].replace("timers yes", "timers no")}),
    ("desktop-kxcjk", chip(mode="poll", left="/sys/foreign\n")),
]

FAULTS = [
    ("desktop-hub", "lines", '"mode": "poll"', '"mode": "buffer"'),
    ("desktop-hub", "lines", "68.100", "69.100"),
    ("desktop-hub", "lines", '"seq": 6', '"seq": 6, "type": "state", "was": 6'),
    ("desktop-hub", "lines", '"roll": -', '"roll": '),
    ("desktop-hub", "claim", '"after": 0.7', '"after": 1.1'),
    ("desktop-hub", "claim", '"error": null', '"error": "org.freedesktop.DBus.Error.NoReply"'),
    ("desktop-hub", "claim", "left-up", "right-up"),
    ("desktop-hub", "claim", "left-up", "undefined"),
    ("desktop-hub", "settings-after", "length 8", "length 64"),
    ("desktop-hub", "journal-parallaxd", '"4"', '"3"'),
    ("desktop-hub", "journal-iio-sensor-proxy", '"5"', '"4"'),
    ("desktop-hub", "journal-parallaxd", JOURNALS["journal-parallaxd"], ""),
    ("desktop-hub", "facts", "proxy 3.7", "proxy 3.0"),
    ("desktop-claims", "claims", "12.800", "nothing"),
    ("desktop-claims", "claims", '"after": 0.7', '"after": 1.1'),
    ("desktop-claims", "lines", '"mode": "poll"', '"mode": "buffer"'),
    ("desktop-claims", "settings-after", "enable 0", "enable 1"),
    ("desktop-restart", "facts", "mode-unclaimed buffer", "mode-unclaimed poll"),
    ("desktop-restart", "claim-unclaimed", "left-up", "right-up"),
    ("desktop-restart", "claim-claimed", '"present": false', '"present": true'),
    ("desktop-restart", "facts", "restarted 26", "restarted 37"),
    ("desktop-restart", "settings-after", "enable 0", "enable 1"),
    ("desktop-kill", "facts", "mode-claimed poll", "mode-claimed buffer"),
    ("desktop-kill", "facts", "mode-returned buffer", "mode-returned poll"),
    ("desktop-kill", "facts", "enabled-claimed 1", "enabled-claimed 0"),
    ("desktop-kill", "settings-unclaimed", "enable 0", "enable 1"),
    ("desktop-kill", "settings-claimed", "length 8", "length 64"),
    ("desktop-kill", "settings-returned", "length 8", "length 64"),
    ("desktop-kill", "claim-returned", "left-up", "right-up"),
    ("desktop-kill", "lines-after", '"tilt"', '"state"'),
    ("desktop-bmi160", "lines", '"mode": "buffer"', '"mode": "poll"'),
    ("desktop-bmi160", "facts", "timers yes", "timers no"),
    ("desktop-bmi160", "claim", "left-up", "right-up"),
    ("desktop-bmi160", "claim-killed", "right-up", "left-up"),
    ("desktop-bmi160", "timers-left", "", "/sys/parallaxd-device0"),
    ("desktop-bmi160", "settings-after", "length 8", "length 64"),
    ("desktop-bmi160", "settings-killed", "length 8", "length 64"),
    ("desktop-kxcjk", "lines", '"roll": -', '"roll": '),
    ("desktop-kxcjk", "lines", "10.100 {", "11.100 {"),
    ("desktop-kxcjk", "lines-killed", '"mode": "poll"', '"mode": "buffer"'),
    ("desktop-kxcjk", "timers-left", "/sys/foreign", ""),
    ("desktop-holder", "doctor-accel_3d", "51", "53"),
    ("desktop-holder", "lines-accel_3d", '"tilt"', '"sample"'),
    ("desktop-holder", "facts", "held-beside-accel_3d 9100", "held-beside-accel_3d 0"),
    ("desktop-holder", "settings-after-accel_3d", "length 64", "length 8"),
    ("desktop-holder", "status-accel_3d", "doctor", "somebody"),
    ("desktop-holder", "lines-kxcj91008", "doctor", "somebody"),
    ("desktop-holder", "lines-kxcj91008", "busy", "ok"),
    ("desktop-holder", "facts", "held-beside-kxcj91008 4000", "held-beside-kxcj91008 3000"),
    ("desktop-exclusive", "lines", '15.000 {"type": "state"', '35.000 {"type": "state"'),
    ("desktop-exclusive", "lines", '"seq": 600,', '"seq": 600, "type": "state", "was":'),
    ("desktop-exclusive", "lines", '"roll": -', '"roll": '),
    ("desktop-exclusive", "claim", '"error": null', '"error": "org.freedesktop.DBus.Error.NoReply"'),
    ("desktop-exclusive", "claim", '"after": 0.7', '"after": 1.1'),
    ("desktop-exclusive", "claim", "left-up", "right-up"),
    ("desktop-exclusive", "claim", "13.900 {", "14.100 {"),
    ("desktop-exclusive", "facts", "type-on none", "type-on iio-poll-accel"),
    ("desktop-exclusive", "facts", "type-off iio-poll-accel iio-buffer-accel", "type-off none"),
    ("desktop-exclusive", "facts", "input-killed input5", "input-killed input6"),
    ("desktop-exclusive", "facts", "input-off none", "input-off input5"),
    ("desktop-exclusive", "facts", "660 root:input", "664 root:input"),
    ("desktop-exclusive", "facts", "600 root:input", "660 root:input"),
    ("desktop-exclusive", "facts", "restarts 1", "restarts 0"),
    ("desktop-exclusive", "settings-after", "length 8", "length 64"),
    ("desktop-exclusive", "journal-parallaxd", '"4"', '"3"'),
    ("desktop-exclusive-idle", "facts", "enabled 00", "enabled 10"),
    ("desktop-exclusive-idle", "facts", "wakings 0", "wakings 1"),
    ("desktop-exclusive-idle", "facts", "type-plugged none", "type-plugged iio-poll-accel"),
    ("desktop-exclusive-idle", "claim-plugged", "left-up", "right-up"),
    ("desktop-exclusive-idle", "claim-announced", "left-up", "right-up"),
    ("desktop-exclusive-idle", "settings-last", "enable 0", "enable 1"),
    ("desktop-exclusive-idle", "journal-parallaxd", '"4"', '"3"'),
]
