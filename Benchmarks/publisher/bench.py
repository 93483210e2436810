#!/usr/bin/env python3
"""bench.py PARALLAXD FANOUT CHART.svg [CLIENTS [SECONDS [ROUNDS]]]

The daemon's fan-out against a bare loop of send on as many sockets, by turns in one run: what the machine does besides
hits both. CPU is the sender's, the reader has the other core.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

SENDER, READER = [["taskset", "-c", core] if os.cpu_count() > 1 else [] for core in "01"]


def cpu_seconds(pid):
    with open(f"/proc/{pid}/schedstat") as file:
        return int(file.read().split()[0]) * 1e-9


def memory_kib(pid):
    """Resident memory of its own: the program's text is in every process that runs it."""
    with open(f"/proc/{pid}/status") as file:
        sizes = dict(line.split(":", 1) for line in file)
    return int(sizes["RssAnon"].split()[0]), int(sizes["VmRSS"].split()[0])


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.01)
    # It is there a moment before anybody listens.
    time.sleep(0.1)


def measured(pid, reader, seconds):
    """The reader's result with the share of a core that `pid` took meanwhile."""
    time.sleep(1.5)
    start, cpu = time.monotonic(), cpu_seconds(pid)
    time.sleep(seconds - 1)
    share = (cpu_seconds(pid) - cpu) / (time.monotonic() - start)
    anonymous, resident = memory_kib(pid)
    result = json.loads(reader.communicate()[0])
    if reader.returncode:
        sys.exit("the reader failed")
    # A frame's share: on a busy machine both sides may make less than they should.
    cost = 1e6 * share * seconds / result["frames"] if "frames" in result else 0
    return {**result, "cpu": share, "cost": cost, "memory": anonymous, "resident": resident}


class Bench:
    def __init__(self, daemon, fanout, folder):
        self.daemon, self.fanout, self.folder = daemon, fanout, folder

    def reader(self, mode, path, clients, seconds):
        return subprocess.Popen(
            READER + [self.fanout, mode, path, str(clients), str(seconds)], stdout=subprocess.PIPE, text=True)

    def bare(self, clients, seconds):
        path = self.folder + "/bare"
        sender = subprocess.Popen(SENDER + [self.fanout, "send", path, str(clients), str(seconds + 3)])
        wait_for(path)
        result = measured(sender.pid, self.reader("read", path, clients, seconds), seconds)
        sender.terminate()
        sender.wait()
        os.unlink(path)
        return result

    def parallaxd(self, mode, clients, seconds):
        path = self.folder + "/parallaxd"
        server = subprocess.Popen(
            SENDER + [self.daemon, "--device", "sim", "--socket", path, "--log-level", "error"])
        wait_for(path)
        result = measured(server.pid, self.reader(mode, path, clients, seconds), seconds)
        server.terminate()
        server.wait()
        return result


def merged(results):
    """Counts add up, the rest is the median of the rounds."""
    total = {key: statistics.median(result[key] for result in results) for key in results[0] if key != "histogram"}
    if "histogram" in results[0]:
        total["histogram"] = [sum(column) for column in zip(*(result["histogram"] for result in results))]
        total["slowest"] = min(result["slowest"] for result in results)
        total["fastest"] = max(result["fastest"] for result in results)
        for name, share in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]:
            total[name] = percentile(total, share)
    return total


def percentile(result, share):
    count, wanted = 0, share * sum(result["histogram"])
    for step, frames in enumerate(result["histogram"]):
        count += frames
        if count >= wanted:
            return step * result["step_ms"]


def chart(series, path):
    """How many frames arrived within which time: a line for each of the results."""
    width, height, margin = 720, 360, 50
    longest = max(2 * result["p99"] for _, result, _ in series)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 2 * margin}" height="{height + 2 * margin}" '
        'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="white"/>']
    for tenth in range(0, 11, 2):
        y = margin + height * (1 - tenth / 10)
        parts.append(f'<path d="M{margin} {y}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{margin - 8}" y="{y + 4}" text-anchor="end">{10 * tenth} %</text>')
    for tenth in range(0, 11, 2):
        x = margin + width * tenth / 10
        parts.append(f'<text x="{x}" y="{margin + height + 20}" text-anchor="middle">{longest * tenth / 10:.1f}</text>')
    parts.append(f'<text x="{margin + width / 2}" y="{margin + height + 40}" text-anchor="middle">'
                 "ms from tick to receipt</text>")
    for index, (name, result, colour) in enumerate(series):
        count, total, points = 0, sum(result["histogram"]), []
        for step, frames in enumerate(result["histogram"]):
            x = (step + 1) * result["step_ms"] / longest
            if x > 1:
                break
            count += frames
            points.append(f"{margin + width * x:.1f},{margin + height * (1 - count / total):.1f}")
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{margin + 10}" y="{margin + 16 + 18 * index}" fill="{colour}">{name}: '
                     f'{100 * result["cpu"]:.1f} % of a core, 99 % within {result["p99"]:.1f} ms</text>')
    parts.append("</svg>\n")
    with open(path, "w") as file:
        file.write("\n".join(parts))


def main(daemon, fanout, picture, clients=1000, seconds=10, rounds=4):
    clients, seconds, rounds = int(clients), float(seconds), int(rounds)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(daemon, fanout, folder)
        bare, json_clients = [], []
        for _ in range(rounds):
            bare.append(bench.bare(clients, seconds))
            json_clients.append(bench.parallaxd("read", clients, seconds))
        looks = {count: bench.parallaxd("look", count, seconds) for count in (1, clients)}
    ratios = [ours["cost"] / theirs["cost"] for ours, theirs in zip(json_clients, bare)]
    bare, json_clients = merged(bare), merged(json_clients)
    for name, result in [("bare loop", bare), ("parallaxd", json_clients)]:
        print(f'{name}: {clients} clients, each {result["slowest"]:.2f} to {result["fastest"]:.2f} frames a second, '
              f'{100 * result["cpu"]:.1f} % of a core, {result["cost"]:.2f} µs a frame, ms p50 {result["p50"]:.2f} p90 {result["p90"]:.2f} '
              f'p99 {result["p99"]:.2f}, own memory {result["memory"]:.0f} KiB')
    for count, result in looks.items():
        print(f'shared memory: {count} readers, {100 * result["cpu"]:.2f} % of a core, {result["looks"]} looks, '
              f'{result["torn"]} while it was written, own memory {result["memory"]} KiB')
    print(f'parallaxd / bare loop: CPU a frame {statistics.median(ratios):.2f} '
          f'({", ".join(f"{ratio:.2f}" for ratio in ratios)}), p99 {json_clients["p99"] / bare["p99"]:.2f}')
    chart([("bare loop of send", bare, "#888"), ("parallaxd", json_clients, "#06c")], picture)
    print(f"chart: {picture}")


main(*sys.argv[1:])
