#!/usr/bin/python3
"""Runs a command on a machine that has the IIO devices of a fixture.

    umockdev_feed.py DIR [--set DEVICE/ATTRIBUTE=VALUE] [--unreadable DEVICE/ATTRIBUTE]
                     [--couple DEVICE/ATTRIBUTE=OTHER] [--pace] [--proxy USE]
                     [--withhold DEVICE]... [--grant FILE] [--timer DEVICE] -- COMMAND...

DIR/device.umockdev describes the devices. While a buffer is enabled its node gives the records of
DIR/iio-deviceN.samples, once each, packed for the elements that are enabled as the kernel packs them; with --pace
over and over, each when it is time.
--proxy says how an iio-sensor-proxy of the machine reads accelerometers: its udev property; without it there is none.
--withhold runs the command as nobody, who may change all devices but these, also not read DEVICE/ATTRIBUTE; when
FILE appears udev gives the rights to them and says so. --timer makes a trigger for the device, which gives nothing
without it, in the place of the kernel that would make it of a directory.
--unreadable leaves an attribute that opens and cannot be read, --couple one that follows another.

When the command has ended, one line of JSON on standard output says what it did to attributes, by
DEVICE/ATTRIBUTE: "running" maps those that differed when a buffer came on to their values then, "changed" those
that differ at the end, and "written" lists all that were written.
"""
import argparse
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402


class Machine:
    def __init__(self, folder, proxy):
        self.testbed = UMockdev.Testbed.new()
        with open(os.path.join(folder, "device.umockdev")) as file:
            described = re.sub(
                r"(?m)^E: IIO_SENSOR_PROXY_TYPE=.*\n",
                f"E: IIO_SENSOR_PROXY_TYPE={proxy}\n" if proxy else "",
                file.read(),
            )
        self.testbed.add_from_string(described)
        self.devices = os.path.join(self.testbed.get_root_dir(), "sys/bus/iio/devices")

    def path(self, attribute):
        return os.path.join(self.devices, attribute)

    def read(self, attribute):
        with open(self.path(attribute), "rb") as file:
            return file.read().rstrip(b"\n\0").decode()

    def snapshot(self):
        """(value, time of the last write) of each attribute but readings. The ends of lines do not count."""
        found = {}
        for device in os.listdir(self.devices):
            top = os.path.realpath(self.path(device))
            for folder, _, names in os.walk(top):
                for name in names:
                    path = os.path.join(folder, name)
                    if os.path.isfile(path) and not path.endswith("_raw"):
                        attribute = device + "/" + os.path.relpath(path, top)
                        found[attribute] = (self.read(attribute), os.stat(path).st_mtime_ns)
        return found

    def trigger(self, device):
        return self.read(device + "/trigger/current_trigger")

    def enabled(self, device):
        try:
            return self.read(device + "/buffer/enable") == "1"
        except FileNotFoundError:
            # The machine goes away before its feeders do.
            return False


    def add_timer(self, device):
        name = "parallaxd-" + device.removeprefix("iio:")
        attributes = f"A: name={name}\\n\nA: sampling_frequency=100.000000\\n\n"
        self.testbed.add_from_string("P: /devices/trigger9\nE: SUBSYSTEM=iio\n" + attributes)
        os.makedirs(os.path.join(self.testbed.get_root_dir(), "sys/kernel/config/iio/triggers/hrtimer", name))

    def give(self, device):
        """Lets everybody change a device, as udev's rule lets our user."""
        node = os.path.join(self.testbed.get_root_dir(), "dev", device)
        paths = [node] if os.path.exists(node) else []
        for folder, _, names in os.walk(os.path.realpath(self.path(device))):
            paths += [os.path.join(folder, name) for name in names]
        for path in paths:
            os.chmod(path, 0o666)

    def withhold(self, kept):
        root = self.testbed.get_root_dir()
        # umockdev's own sockets, and those of who listens to udev.
        os.chmod(root, 0o777)
        for folder, _, names in os.walk(os.path.join(root, "ioctl")):
            for name in names:
                os.chmod(os.path.join(folder, name), 0o666)
        for device in set(os.listdir(self.devices)) - set(kept):
            self.give(device)
        for name in kept:
            path = self.path(name) if "/" in name else os.path.join(root, "dev", name)
            if os.path.exists(path):
                os.chmod(path, 0o600)

    def grant(self, kept, flag):
        devices = {name.split("/")[0] for name in kept}
        for digit in itertools.cycle(b"12"):
            if os.path.exists(flag):
                break
            for device in devices:
                self.stir(device, bytes([digit]))
            time.sleep(0.01)
        for device in devices:
            self.give(device)
            path = os.path.realpath(self.path(device)).removeprefix(self.testbed.get_root_dir())
            self.testbed.uevent(path, "add")

    def stir(self, device, digit):
        """Changes raw readings a little: they would seem stuck."""
        for path in glob.glob(self.path(device + "/in_*_x_raw")):
            with open(path, "r+b") as file:
                file.seek(len(self.read(path)) - 1)
                file.write(digit)


def layout(elements):
    """[(name, start, size)] of a record with these (index, size, name), and its size."""
    end, placed = 0, []
    for _, size, name in sorted(elements):
        start = -(-end // size) * size
        placed.append((name, start, size))
        end = start + size
    largest = max(size for _, size, _ in elements)
    return placed, -(-end // largest) * largest


def elements_of(machine, device):
    folder = machine.path(device + "/scan_elements")
    for entry in os.listdir(folder):
        if not entry.endswith("_en"):
            continue
        name = entry[: -len("_en")]
        stem = f"{device}/scan_elements/{name}"
        if not os.path.exists(machine.path(stem + "_type")):
            continue  # An element of which a test has made nothing but the switch.
        form = re.search(r"/(\d+)(?:X(\d+))?>>", machine.read(stem + "_type"))
        if form:
            yield int(machine.read(stem + "_index")), int(form[1]) // 8 * int(form[2] or 1), name


def pack(record, full, wanted):
    """The bytes of the wanted elements out of a record with all of them."""
    starts = {name: start for name, start, _ in full}
    placed, size = wanted
    packed = bytearray(size)
    for name, start, length in placed:
        packed[start : start + length] = record[starts[name] : starts[name] + length]
    return bytes(packed)


def feed(machine, before, running, device, samples, pace, needs_timer):
    node = machine.testbed.get_dev_fd("/dev/" + device)
    os.set_blocking(node, False)
    elements = list(elements_of(machine, device))
    full, _ = layout(elements)
    with open(samples) as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    records = [(float(pause) / 1000, bytes.fromhex(digits)) for pause, digits in lines]
    while True:
        while not machine.enabled(device) or needs_timer and "parallaxd" not in machine.trigger(device):
            time.sleep(0.002)
        now = machine.snapshot()
        running.update({k: now[k][0] for k in now if now[k][0] != before[k][0]})
        on = [e for e in elements if machine.read(f"{device}/scan_elements/{e[2]}_en") == "1"]
        for pause, record in itertools.cycle(records) if pace else records:
            if pace:
                time.sleep(pause)
                if not machine.enabled(device):
                    break
            try:
                # One write a record, or a reader sees parts.
                os.write(node, pack(record, full, layout(on)))
            except BlockingIOError:
                pass  # The reader is too slow, and the kernel would drop it too.
        while machine.enabled(device):
            time.sleep(0.002)


def change(machine, options):
    for pair in options.set:
        attribute, value = pair.split("=", 1)
        with open(machine.path(attribute), "w") as file:
            file.write(value + "\n")
    for attribute in options.unreadable:
        os.remove(machine.path(attribute))
        # A regular file whose first byte nobody can read.
        os.symlink("/proc/self/mem", machine.path(attribute))
    for pair in options.couple:
        attribute, other = pair.split("=", 1)
        os.remove(machine.path(attribute))
        os.symlink(os.path.basename(other), machine.path(attribute))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    for option in ("--set", "--unreadable", "--couple"):
        parser.add_argument(option, action="append", default=[])
    parser.add_argument("--pace", action="store_true")
    parser.add_argument("--withhold", action="append", default=[])
    for option in ("--proxy", "--grant", "--timer"):
        parser.add_argument(option, default="")
    at = sys.argv.index("--")
    options, command = parser.parse_args(sys.argv[1:at]), sys.argv[at + 1 :]
    preload = "libumockdev-preload.so.0"
    if options.withhold and os.environ.get("LD_PRELOAD") != preload:
        # udev's events are only sent where the machine is seen.
        os.execve(sys.executable, [sys.executable] + sys.argv, dict(os.environ, LD_PRELOAD=preload))
    machine = Machine(options.folder, options.proxy)
    change(machine, options)
    if options.timer:
        machine.add_timer(options.timer)
    if options.withhold:
        machine.withhold(options.withhold)
        threading.Thread(target=machine.grant, args=(options.withhold, options.grant), daemon=True).start()
    before, running = machine.snapshot(), {}
    for samples in glob.glob(os.path.join(options.folder, "iio-device*.samples")):
        device = "iio:" + os.path.basename(samples).split("-")[1].split(".")[0]
        arguments = (machine, before, running, device, samples, options.pace, device == options.timer)
        threading.Thread(target=feed, args=arguments, daemon=True).start()
    environment = dict(os.environ, UMOCKDEV_DIR=machine.testbed.get_root_dir(), LD_PRELOAD=preload)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if options.withhold else {}
    status = subprocess.call(command, env=environment, **nobody)
    after = machine.snapshot()
    report = {
        "running": running,
        "changed": {k: after[k][0] for k in after if after[k][0] != before.get(k, ("",))[0]},
        "written": [k for k in after if after[k][1] != before.get(k, ("", 0))[1]],
    }
    print(json.dumps(report), flush=True)
    # Feeding threads keep the testbed, so nothing else would remove it.
    shutil.rmtree(machine.testbed.get_root_dir())
    os._exit(status & 0xFF)


main()
