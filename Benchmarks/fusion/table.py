#!/usr/bin/env python3
"""Our attitude filter beside VQF and imufusion, on the same samples: one table, and a plot of each recording.

    table.py PROGRAM RECORDINGS PLOTS
"""
import sys
from pathlib import Path

import numpy as np

import filters
import recordings
from recordings import DEGREE, RATE, up_of

PHONES = {"nexus5": "Nexus 5", "iphone4s": "iPhone 4S", "iphone5": "iPhone 5"}
TUNED = ("broad_02", "broad_07", "broad_16", "broad_24", *(f"phone_{phone}_p1" for phone in PHONES))


def rms(errors):
    return float(np.sqrt(np.mean(np.square(errors))))


class Bench:
    def __init__(self, ours, folder):
        self.ours = ours
        self.all = [recordings.load(path) for path in sorted(folder.glob("*.imu"))]
        self.rows, self.halves, self.kept = [], [], {}

    def named(self, *beginnings, running=False):
        return [r for r in self.all if r.name.startswith(beginnings) and ("running" in r.name) == running]

    def row(self, name, vqf, imufusion, ours, goal, digits=2):
        """The goal is met by what is not more, once rounded as the goal is."""
        self.rows.append((name, vqf, imufusion, ours, goal, digits))
        print(line(*self.rows[-1]), flush=True)

    def error(self, recording, filter, *options, **more):
        """RMSE, computed once for each recording, filter and options."""
        key = (recording, filter.__name__, options, tuple(more.items()))
        if key not in self.kept:
            times, attitudes = filter(recording, *options, **more)
            self.kept[key] = rms(recording.errors(times, up_of(attitudes))[1])
        return self.kept[key]

    def mean(self, group, filter, *options, **more):
        return float(np.mean([self.error(r, filter, *options, **more) for r in group]))

    def three(self, group):
        """Means of VQF, imufusion and ours."""
        return [self.mean(group, f) for f in (filters.vqf, filters.imufusion, self.ours.attitude)]

    def half(self, name, group):
        """The same group by what was tuned on and what was not."""
        parts = [[r for r in group if r.name.startswith(TUNED) == tuned] for tuned in (True, False)]
        self.halves.append((name, *(self.three(part) if part else None for part in parts)))

    def recorded(self):
        broad = self.named("broad")
        if broad:
            self.row("BROAD, lead of 3 ms", *self.three(broad), 0.46)
            self.half("BROAD", broad)
            self.row("VQF too with 3 ms added", self.mean(broad, filters.vqf, lead=0.003), None,
                     self.mean(broad, self.ours.attitude), None)
            self.row("no lead, rectangles", *self.three(broad)[:2],
                     self.mean(broad, self.ours.attitude, "--delay", 0, "--averages"), 0.61)
        for (key, phone), goal in zip(PHONES.items(), (0.92, 1.15, 1.15)):
            if group := self.named(f"phone_{key}"):
                self.row(f"{phone} in hand and pocket", *self.three(group), goal)
                self.half(phone, group)
        for (key, phone), goal in zip(PHONES.items(), (2.4, 2.5, 1.8)):
            if group := self.named(f"phone_{key}", running=True):
                self.row(f"{phone} running", *self.three(group), goal, 1)
        for (key, phone), goal in zip(PHONES.items(), (1.5, 2.0, 1.8)):
            self.stored(phone, self.named(f"phone_{key}"), self.named(f"phone_{key}", running=True), goal)

    def stored(self, phone, others, running, goal):
        """Running with the offset of another recording of the phone: which knows it best, and of each."""
        def error(recording, *options):
            times, attitudes = self.ours.attitude(recording, *options)
            return rms(recording.errors(times, up_of(attitudes))[1])

        errors = []
        for path in map(self.ours.learnt, others):
            doubt = sum(float(word) ** 2 for word in path.read_text().split()[-3:])
            errors += [(doubt, *(error(r, "--stored", path, *more) for more in ((), ("--delay", 0))))
                       for r in running]
        if errors:
            self.row(f"{phone} running, stored offset", None, None, min(errors)[1], goal, 1)
            each = [e for _, e, _ in errors]
            print(f"    with that of each other recording: {' '.join(f'{e:.2f}' for e in each)}, "
                  f"mean {np.mean(each):.2f}; without lead {min(errors)[2]:.2f}")

    def disturbed(self):
        broad, phones = self.named("broad"), self.named("phone") + self.named("phone", running=True)
        three = (filters.vqf, filters.imufusion, self.ours.attitude)
        for name, group in (("BROAD", broad), ("phones", phones)):
            if group:
                lossy = [r.losing(0.2, seed) for seed, r in enumerate(group)]
                ratios = [self.mean(lossy, f) / self.mean(group, f) for f in three]
                self.row(f"one sample in five lost, ratio: {name}", *ratios, 1.1)
        if broad:
            for rate, slow in ((57, [r.every(5) for r in broad]), (50, [r.at(50) for r in broad])):
                errors = [self.mean(slow, f) for f in three]
                self.row(f"BROAD at {rate} Hz, ratio to VQF", *(e / errors[0] for e in errors), 0.55)
        for name, group in (("BROAD", broad), ("hand, pocket", self.named("phone"))):
            if group:
                ahead = self.mean(group, self.ours.attitude, ahead=0.016)
                self.row(f"16 ms ahead, ratio to now: {name}", None, None,
                         ahead / self.mean(group, self.ours.attitude), 1.1)

    def still(self):
        def drift(recording, filter):
            times, attitudes = filter(recording)
            part = attitudes[times >= times[0] + 5]
            w, _, _, z = recordings.product(part[-1:], part[:1] * [1, -1, -1, -1])[0]
            return abs(2 * np.arctan(z / w)) / DEGREE / (times[-1] - times[0] - 5)
        for recording in self.named("static"):
            rates = [drift(recording, f) for f in (filters.vqf, filters.imufusion, self.ours.attitude)]
            self.row(f"{recording.name}: heading drift, deg/s", *rates, 0.02, 3)

    def by_gravity(self):
        hand = [r for r in self.named("phone") if r.name.split("_")[3] in ("texting", "ar", "phoning")]
        if hand:
            fixed = min(np.mean([rms(r.errors(*filters.low_pass(r, s))[1]) for r in hand])
                        for s in (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1))
            self.row("accelerometer alone (VQF: low-pass)", float(fixed), None,
                     self.mean(hand, self.ours.gravity), 3.0)
            parts = [[r for r in hand if r.name.startswith(TUNED) == tuned] for tuned in (True, False)]
            self.halves.append(("accelerometer alone", *(
                [None, None, self.mean(part, self.ours.gravity)] if part else None for part in parts)))

    def simulated(self):
        def over(recording, measure):
            def one(filter):
                times, attitudes = filter(recording)
                return measure(recording.errors(times, up_of(attitudes))[1])
            return [one(f) for f in (filters.vqf, filters.imufusion, self.ours.attitude)]

        def settled(errors):
            """Seconds from 30 s on until the error stays under 2 degrees."""
            late = np.nonzero(errors[30 * RATE:] >= 2)[0]
            return (late[-1] + 1) / RATE if len(late) else 0.0

        def worst(start, end):
            return lambda errors: max(errors[start * RATE:end * RATE])

        rest = recordings.resting()
        self.row("5 deg/s at rest: worst after 60 s", *over(rest, worst(60, 3600)), 0.05, 3)
        self.row("5 deg/s at rest: worst from 2 s on", *over(rest, worst(2, 3600)), 0.2)
        self.row("90 deg missed: s until < 2 deg", *over(recordings.jumping(), settled), 1.0)
        self.row("90 deg clipped: s until < 2 deg", *over(recordings.flicking(), settled), 1.1)
        self.row("push of 0.2 g: worst", *over(recordings.pushed(), worst(30, 45)), 0.5)
        self.row("sway of 0.3 g: RMSE", *over(recordings.swaying(), lambda e: rms(e[15 * RATE:])), 0.09, 3)
        self.row("ten 4 g taps: worst", *over(recordings.tapped(), worst(30, 42)), 0.05, 3)

    def cost(self):
        """Turn by turn in one run, so that a busy machine slows both."""
        from time import perf_counter
        from vqf import VQF
        recording = recordings.simulated("cost", 1000)
        peer, own, whole = [], [], []
        for _ in range(9):
            filter = VQF(1 / RATE)
            start = perf_counter()
            filter.updateBatch(recording.gyro, recording.accel)
            peer.append((perf_counter() - start) / len(recording.gyro) * 1e9)
            filter_cost, whole_cost = self.ours.cost(recording)
            own.append(filter_cost)
            whole.append(whole_cost)
        ratio = float(np.median(np.array(own) / peer))
        self.row("cost of an update, ratio to VQF", 1.0, None, ratio, 0.8)
        print(f"    ns of one sample of each sensor: VQF {np.median(peer):.0f}, ours {np.median(own):.0f}, "
              f"ours with neutral and viewer offset {np.median(whole):.0f}")

    def plot(self, folder):
        import matplotlib
        matplotlib.use("svg")
        from matplotlib import pyplot
        folder.mkdir(parents=True, exist_ok=True)
        for recording in self.all:
            figure, axes = pyplot.subplots(figsize=(10, 4), layout="constrained")
            for name, filter in (("VQF", filters.vqf), ("ours", self.ours.attitude)):
                times, attitudes = filter(recording)
                when, errors = recording.errors(times, up_of(attitudes))
                axes.plot(when, errors, linewidth=0.7, label=f"{name}, RMSE {rms(errors):.2f}")
            axes.set(title=recording.name, xlabel="s", ylabel="inclination error, degrees", ylim=0)
            axes.legend()
            figure.savefig(folder / f"{recording.name}.svg")
            pyplot.close(figure)
        print(f"plots of {len(self.all)} recordings: {folder}")


def cell(value, digits):
    return "–" if value is None else f"{value:.{digits}f}"


def line(name, vqf, imufusion, ours, goal, digits):
    shown = [cell(v, max(digits, 2)) for v in (vqf, imufusion, ours)]
    verdict = "" if goal is None else "ok" if ours <= goal else "OVER"
    aim = "" if goal is None else "≤ " + cell(goal, digits)
    return f"{name:<44}" + "".join(f"{c:>10}" for c in shown) + f"{aim:>10}  {verdict}"


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    program, folder, plots = map(Path, sys.argv[1:])
    if not any(folder.glob("*.imu")):
        raise SystemExit(f"table.py: no .imu file in {folder}")
    bench = Bench(filters.Ours(program), folder)
    print("inclination RMSE in degrees where nothing else is said; from cold, without look-ahead\n")
    print(f"{'row':<44}{'VQF':>10}{'imufusion':>10}{'ours':>10}{'to reach':>10}")
    for rows in (bench.recorded, bench.simulated, bench.disturbed, bench.still, bench.by_gravity, bench.cost):
        rows()
    print("\nVQF / imufusion / ours, by what was tuned on and what was not:")
    for name, *parts in bench.halves:
        shown = [" / ".join(cell(v, 3) for v in part) if part else "–" for part in parts]
        print(f"{name:<44}{shown[0]:>24}{shown[1]:>24}")
    bench.plot(plots)
    over = [row for row in bench.rows if row[4] is not None and row[3] > row[4]]
    print(f"{len(over)} of {sum(row[4] is not None for row in bench.rows)} rows over")


if __name__ == "__main__":
    main()
