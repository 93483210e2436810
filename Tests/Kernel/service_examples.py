"""What a good service leaves, and faults of it for check_test.py."""

from desktop_examples import claim, line, log, scenario
from examples import ON, sleeping, tilt_lines

CONNECTED = "9.900 connects\n"
PROXY = "journal-iio-sensor-proxy"


def still(seconds):
    return tilt_lines(lambda _: 0, lambda _: 0, seconds)


def clients(*names, seconds=1):
    """What clients get, and when they connected."""
    files = {f"lines-{name}": still(seconds) for name in names}
    return files | {f"lines-{name}.log": CONNECTED for name in names}


def without(files, *names):
    return {name: text for name, text in files.items() if name not in names}


def without_truth(files):
    return without(files, "truth")


def service():
    facts = "state-before inactive\nstate-after active\nwakings-idle 0\nsame-idle yes\nsocket active\n"
    facts += "slept-left 20.5 22.5\nslept-stop 50 50.5\nslept-kill 60 62\nexit-stop 1\nexit-kill 1\n"
    facts += "enabled-stop 1\nenabled-kill 1\nrestart 70\nlines-restart 73\nkill 74\nlines-kill 79\n"
    facts += "proxy-before 51\nproxy-after 51\nexposure-parallaxd 1.2\nexposure-iio-sensor-proxy 7.6\n"
    facts += "own-ours 1300\nown-proxy 1400\ncold-ours 9300\ncold-proxy 7200\n"
    files = scenario(facts=facts, names=(), claim_beside=claim(14, 22))
    return files | clients("first")


def watchdog():
    facts = "stopped 20\nlines-restarted 33\nrestarts-hung 1\nsame-unplugged yes\nsame-plugged yes\n"
    return without(scenario(facts=facts, names=()), "truth", PROXY)


def rights():
    names = ("first", "plugged-1", "plugged-2", "plugged-3", "bound")
    facts = "connected yes\n"
    for name in names:
        facts += f"rights-{name} 660 root:parallaxd 664 root:parallaxd 664 root:parallaxd 644 root:root \n"
    outcomes = ["user works", "node works", "rate works"] + [f"thing{number} fails" for number in range(17)]
    probe = "".join(f"{outcome}\n" for outcome in outcomes)
    return without(scenario(facts=facts, names=(), probe=probe), "truth", PROXY) | clients(*names)


def refusal(time, code, message):
    return line(time, type="reply", ok=False, error={"code": code, "message": message})


def configuration():
    facts = "socket active\nstatus 78\nsame yes\nconnected yes\nreloaded 11\n"
    files = without(scenario(names=(), lines=still(3)), "truth", PROXY)
    for client in ("bad-1", "bad-2", "bad-3"):
        facts += f"exit-{client} 1\n"
        files[f"lines-{client}"] = refusal(10, "bad-configuration", "/etc/parallaxd.conf:1: no key colour")
    bad = (3, "/etc/parallaxd.conf:1: no user nobody-of-that-name")
    return files | {"facts": facts, "journal-parallaxd": log((6, "listens"), bad)}


def seat():
    names = ("before", *(f"asleep-{n}" for n in "123"))
    facts = "state opening\nleft 13\nexit-left 1\n"
    refused = ("stranger", "afar", "kept", "switched")
    facts += "".join(f"exit-{name} 1\n" for name in refused)
    files = without_truth(scenario(facts=facts, names=names))
    files |= clients("login", "woken-1", "woken-2", "woken-3", "other")
    files |= {f"lines-{name}": refusal(10, "denied", "not at the seat") for name in refused}
    return files | {"lines-left": still(3) + refusal(13.2, "denied", "not at the seat")}


def suspend():
    files = without_truth(scenario(facts="tilts-before 120\nslept yes\n", lines=sleeping()))
    return files | {"settings-during": ON, "settings-resumed": ON}


def package():
    facts = "upgraded 10\nlines-upgraded 20\nproxy-type iio-buffer-accel\n"
    given = "".join(f"file{number} 664 root:parallaxd\n" for number in range(9))
    taken = "iio:device0 600 root:root\n" + given.replace("664 root:parallaxd", "644 root:root")
    claims = {"claim_removed": claim(14, 22), "claim_purged": claim(25, 33)}
    files = scenario(facts=facts, names=(), left="", units_removed="", rights_installed=given, rights_removed=taken, **claims)
    return {name: text for name, text in files.items() if not name.startswith("journal")}


GOOD = {
    "desktop-service": service(),
    "desktop-watchdog": watchdog(),
    "desktop-rights": rights(),
    "desktop-config": configuration(),
    "desktop-seat": seat(),
    "desktop-suspend": suspend(),
    "desktop-package": package(),
}

FAULTS = [
    ("desktop-service", "facts", "before inactive", "before active"),
    ("desktop-service", "facts", "after active", "after failed"),
    ("desktop-service", "lines-first.log", "9.900", "4.900"),
    ("desktop-service", "facts", "stop 50 50.5", "stop 50 57"),
    ("desktop-service", "facts", "left 20.5 22.5", "left 20.5 27"),
    ("desktop-service", "facts", "enabled-kill 1", "enabled-kill 0"),
    ("desktop-service", "facts", "exit-stop 1", "exit-stop 0"),
    ("desktop-service", "facts", "wakings-idle 0", "wakings-idle 1"),
    ("desktop-service", "facts", "same-idle yes", "same-idle no"),
    ("desktop-service", "facts", "lines-restart 73", "lines-restart 81"),
    ("desktop-service", "facts", "lines-kill 79", "lines-kill 85"),
    ("desktop-service", "facts", "socket active", "socket failed"),
    ("desktop-service", "facts", "proxy-after 51", "proxy-after 52"),
    ("desktop-service", "claim-beside", "left-up", "right-up"),
    ("desktop-service", "facts", "parallaxd 1.2", "parallaxd 1.3"),
    ("desktop-service", "facts", "own-ours 1300", "own-ours 2001"),
    ("desktop-service", "journal-parallaxd", '"4"', '"3"'),
    ("desktop-watchdog", "facts", "restarted 33", "restarted 71"),
    ("desktop-watchdog", "facts", "hung 1", "hung 0"),
    ("desktop-watchdog", "facts", "unplugged yes", "unplugged no"),
    ("desktop-watchdog", "facts", "same-plugged yes", "same-plugged no"),
    ("desktop-rights", "facts", "rights-plugged-2 660", "rights-plugged-2 600"),
    ("desktop-rights", "facts", "644 root:root", "664 root:parallaxd"),
    ("desktop-rights", "lines-bound.log", "9.900", "4.900"),
    ("desktop-rights", "facts", "connected yes", "connected "),
    ("desktop-rights", "lines-plugged-2", '"buffer"', '"poll"'),
    ("desktop-rights", "probe", "thing3 fails", "thing3 works"),
    ("desktop-rights", "probe", "node works", "node fails"),
    ("desktop-rights", "probe", "thing14 fails\n", ""),
    ("desktop-config", "lines-bad-2", "colour", "size"),
    ("desktop-config", "lines-bad-2", "conf:1", "conf"),
    ("desktop-config", "lines-bad-2", '"reply"', '"hello"'),
    ("desktop-config", "facts", "exit-bad-3 1", "exit-bad-3 0"),
    ("desktop-config", "facts", "status 78", "status 0"),
    ("desktop-config", "facts", "socket active", "socket failed"),
    ("desktop-config", "facts", "same yes", "same no"),
    ("desktop-config", "facts", "connected yes", "connected "),
    ("desktop-config", "facts", "reloaded 11", "reloaded 12.5"),
    ("desktop-config", "journal-parallaxd", "of-that-name", ""),
    ("desktop-seat", "lines-login.log", "9.900", "4.900"),
    ("desktop-seat", "lines-woken-2.log", "9.900", "9.800"),
    ("desktop-seat", "settings-asleep-3", "enable 0", "enable 1"),
    ("desktop-seat", "lines-stranger", "denied", "too-many"),
    ("desktop-seat", "lines-afar", "10.000", '9.0 {"type": "hello"}\n10.000'),
    ("desktop-seat", "facts", "exit-kept 1", "exit-kept 0"),
    ("desktop-seat", "lines-switched", '"reply"', '"hello"'),
    ("desktop-seat", "facts", "left 13\n", "left 10\n"),
    ("desktop-seat", "facts", "exit-left 1", "exit-left 0"),
    ("desktop-seat", "lines-left", "denied", "too-many"),
    ("desktop-seat", "lines-other.log", "9.900", "4.900"),
    ("desktop-suspend", "facts", "slept yes", "slept no"),
    ("desktop-suspend", "lines", "12.100", "1.100"),
    ("desktop-suspend", "settings-resumed", "length 64", "length 8"),
    ("desktop-suspend", "journal-parallaxd", '"4"', '"3"'),
    ("desktop-package", "facts", "lines-upgraded 20", "lines-upgraded 41"),
    ("desktop-package", "rights-installed", "root:parallaxd", "root:root"),
    ("desktop-package", "rights-removed", "file3 644 root:root", "file3 664 root:parallaxd"),
    ("desktop-package", "rights-removed", "600", "660"),
    ("desktop-package", "units-removed", "", "parallaxd.socket loaded active"),
    ("desktop-package", "left", "", "/usr/bin/parallaxd"),
    ("desktop-package", "claim-removed", "left-up", "right-up"),
    ("desktop-package", "claim-purged", '"after": 0.7', '"after": 1.1'),
    ("desktop-package", "facts", "iio-buffer-accel", "none"),
]
