"""Writes role and name of all that the gallery offers to screen readers to a file: accessible.py PROGRAM FILE.

Runs in a session of its own: dbus-run-session -- python3 accessible.py PROGRAM FILE."""

import os
import signal
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402


def walk(node, depth=0):
    yield node
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        if child is not None and depth < 40:
            yield from walk(child, depth + 1)


def find(deadline):
    while time.monotonic() < deadline:
        desktop = Atspi.get_desktop(0)
        for place in range(desktop.get_child_count()):
            program = desktop.get_child_at_index(place)
            if program is not None and program.get_child_count() > 0:
                return program
        time.sleep(0.1)
    sys.exit("no program shows itself to screen readers")


def end_bus():
    """Ends the bus of screen readers, which would outlive the session."""
    name = GLib.Variant("(s)", ("org.a11y.Bus",))
    launcher = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", name, None, 0, -1)[0]
    with open(f"/proc/{launcher}/task/{launcher}/children", encoding="ascii") as children:
        for process in [launcher, *map(int, children.read().split())]:
            os.kill(process, signal.SIGKILL)


gallery = subprocess.Popen([sys.argv[1], "--page", "cards"])
try:
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        for node in walk(find(time.monotonic() + 20)):
            print(f"{node.get_role_name()}|{node.get_name() or ''}", file=file)
finally:
    # What starts this may have it ignore gentler signals.
    gallery.kill()
    gallery.wait()
    end_bus()
