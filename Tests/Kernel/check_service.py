"""Checks of the service: who may use it, what it may do, how it starts and ends. Each takes Results and a Report."""

import json

from check_desktop import check_claims, check_follows, check_journals, hub_modes, modes, rests_of_hub
from results import check_same, check_slept, enabled

START = 5  # seconds from a connection to frames, where systemd starts the daemon
RELEASE = 6
RETURN = 10
WATCHDOG = 50  # once its period, and a start
WAKING = 0.15
LEAVING = 3
EXPOSURE = 1.2
# In kB. The proxy, which has no libiio, takes 1,100 to 3,100.
MEMORY = 2000
# Where a device is pulled out the proxy complains.
OURS = ("parallaxd",)


def first_tilt(results, name):
    """Seconds from the connection on."""
    connected = float(results.text(f"{name}.log").split()[0])
    return results.tilts(name)[0][0] - connected


def check_between(results, report, what, begin, end, bound):
    facts = results.facts()
    report.at_most(what, float(facts[end]) - float(facts[begin]), bound, "s")


def check_yes(results, report, **facts):
    for fact, what in facts.items():
        report.equal(what, results.facts()[fact.replace("_", "-")], "yes")


def check_service(results, report):
    facts = results.facts()
    report.equal("the unit before a client comes", facts["state-before"], "inactive")
    report.equal("and after", facts["state-after"], "active")
    report.at_most("first line after the connection", first_tilt(results, "lines-first"), START, "s")
    for way, what in (("left", "the last client left"), ("stop", "systemctl stop"), ("kill", "SIGKILL")):
        begin, end = map(float, facts[f"slept-{way}"].split())
        report.at_most(f"sensors as before after {what}", end - begin, RELEASE, "s")
    for way in ("stop", "kill"):
        report.equal(f"buffer before {way}", facts[f"enabled-{way}"], "1")
        report.equal(f"client closed by {way}", facts[f"exit-{way}"], "1")
    report.equal("wake-ups of the daemon in 70 s without a client", results.number("wakings-idle"), 0)
    check_yes(results, report, same_idle="the same daemon afterwards")
    check_between(results, report, "a second of lines after systemctl restart", "restart", "lines-restart", RETURN)
    check_between(results, report, "a second of lines after SIGKILL", "kill", "lines-kill", RETURN)
    report.equal("the socket in the end", facts["socket"], "active")
    report.equal("process of the proxy", facts["proxy-after"], facts["proxy-before"])
    check_claims(results, report, "claim-beside", 1)
    check_follows(results, report, "claim-beside", rests_of_hub(results), 1)
    exposure = float(facts["exposure-parallaxd"])
    report.check("exposure", f"{exposure}, the proxy's {facts['exposure-iio-sensor-proxy']}",
                 f"at most {EXPOSURE}", exposure <= EXPOSURE)
    report.at_most(f"memory, anonymous and kernel (the proxy's is {facts['own-proxy']} kB)",
                   results.number("own-ours"), MEMORY, "kB")
    print(f"{report.scenario}: memory, cold: {facts['cold-ours']} kB, the proxy's {facts['cold-proxy']} kB")
    check_journals(results, report)


def check_watchdog(results, report):
    check_between(results, report, "a second of lines after the daemon hung", "stopped", "lines-restarted", WATCHDOG)
    report.equal("restarts when it hung", results.number("restarts-hung"), 1)
    check_yes(results, report, same_unplugged="the same daemon after 100 s without a sensor",
              same_plugged="and when it is back")
    check_journals(results, report, OURS)


RIGHTS = "660 root:parallaxd 664 root:parallaxd 664 root:parallaxd 644 root:root"
# What a program in the daemon's place must be able to, and nothing else of what it tries.
ALLOWED = {"user", "node", "rate"}


def check_rights(results, report):
    facts = results.facts()
    for name in ("first", "plugged-1", "plugged-2", "plugged-3", "bound"):
        report.equal(f"{name}: node, switch, rate and reading", facts[f"rights-{name}"].strip(), RIGHTS)
        report.at_most(f"{name}: first line after the connection", first_tilt(results, f"lines-{name}"), START, "s")
        *_, (_, mode) = modes(results, f"lines-{name}")
        report.equal(f"{name}: mode in the end", mode, hub_modes(results, 0)[0])
    check_yes(results, report, connected="a client connected over three returns")
    outcomes = [line.split() for line in results.text("probe").splitlines()]
    report.check("in the daemon's place was tried", len(outcomes), "at least 20", len(outcomes) >= 20)
    wrong = [" ".join(pair) for pair in outcomes if (pair[1] == "works") != (pair[0] in ALLOWED)]
    report.equal("with another outcome than it should", wrong, [])
    check_journals(results, report, OURS)


def check_config(results, report):
    facts = results.facts()
    for client in ("bad-1", "bad-2", "bad-3"):
        lines = [line for _, line in results.lines(f"lines-{client}")]
        report.equal(f"{client}: what the client gets", [line["type"] for line in lines], ["reply"])
        message = lines[0]["error"]["message"]
        report.check(f"{client}: it says", message, "file, line and key",
                     "/etc/parallaxd.conf:1" in message and "colour" in message)
        report.equal(f"{client}: closed", facts[f"exit-{client}"], "1")
    report.equal("exit status of the daemon", facts["status"], "78")
    report.equal("the socket afterwards", facts["socket"], "active")
    check_yes(results, report, same="the same daemon after two reloads", connected="its client still connected")
    after = [time for time, _ in results.tilts() if time > float(facts["reloaded"])]
    report.check("lines after the reloads", len(after), "at least 60", len(after) >= 60)
    log = [json.loads(line)["MESSAGE"] for line in results.text("journal-parallaxd").splitlines()]
    told = [line for line in log if "nobody-of-that-name" in line]
    report.check("log of the bad reload", "; ".join(told), "one line that names the file and the line",
                 len(told) == 1 and "/etc/parallaxd.conf:1" in told[0])


def check_refused(results, report, name):
    lines = [line for _, line in results.lines(f"lines-{name}")]
    report.equal(f"{name}: what the client gets", [line["type"] for line in lines], ["reply"])
    report.equal(f"{name}: its error", lines[0]["error"]["code"], "denied")
    report.equal(f"{name}: closed", results.number(f"exit-{name}"), 1)


def check_seat(results, report):
    facts = results.facts()
    report.at_most(f"first line after login, while the user is {facts['state']}",
                   first_tilt(results, "lines-login"), START, "s")
    for time in (1, 2, 3):
        check_same(results, report, f"asleep {time}", "settings-before", f"settings-asleep-{time}")
        gyro = [line for line in enabled(results.text(f"settings-asleep-{time}")) if line.startswith("gyro")]
        report.equal(f"asleep {time}: gyroscope's buffers on", gyro, [])
        wait = first_tilt(results, f"lines-woken-{time}")
        report.at_most(f"first line after connect {time}", wait, WAKING, "s")
    for name in ("stranger", "afar", "kept", "switched"):
        check_refused(results, report, name)
    *_, (end, last) = results.lines("lines-left")
    report.equal("last to who left the seat", last.get("error", {}).get("code"), "denied")
    report.at_most("closed after leaving", end - float(facts["left"]), LEAVING, "s")
    report.equal("closed", results.number("exit-left"), 1)
    report.at_most("first line to who took it", first_tilt(results, "lines-other"), START, "s")
    check_journals(results, report)


def check_suspend(results, report):
    check_slept(results, report)
    check_journals(results, report)


def check_package(results, report):
    facts = results.facts()
    check_between(results, report, "a second of lines after the upgrade began", "upgraded", "lines-upgraded", 30)
    given = [line for line in results.text("rights-installed").splitlines() if line.endswith("root:parallaxd")]
    report.check("files that are given", len(given), "at least 8", len(given) >= 8)
    kept = [line for line in results.text("rights-removed").splitlines() if not line.endswith(" root:root")]
    report.equal("files that are still given when it is removed", kept, [])
    node = results.text("rights-removed").split()[1]
    report.equal("rights to the node then", node, "600")
    units = [line for line in results.text("units-removed").splitlines() if line.split()[1] != "not-found"]
    report.equal("units then", units, [])
    report.equal("left when it is purged", results.text("left").splitlines(), [])
    for name in ("removed", "purged"):
        check_claims(results, report, f"claim-{name}", 1)
        check_follows(results, report, f"claim-{name}", rests_of_hub(results), 1)
    report.check("what the proxy sees", facts["proxy-type"], "an accelerometer", "accel" in facts["proxy-type"])


CHECKS = {
    "desktop-service": check_service,
    "desktop-watchdog": check_watchdog,
    "desktop-rights": check_rights,
    "desktop-config": check_config,
    "desktop-seat": check_seat,
    "desktop-suspend": check_suspend,
    "desktop-package": check_package,
}
