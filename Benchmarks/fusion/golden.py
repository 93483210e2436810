#!/usr/bin/env python3
"""Makes the recordings in Tests/Fixtures/recordings, with true angles and what the filters make of them.

    golden.py PROGRAM RECORDINGS FOLDER
"""
import sys
from pathlib import Path

import numpy as np

import recordings
from filters import Ours
from recordings import DEGREE, Recording, up_of


def angles(up):
    """Pitch and roll in degrees."""
    return np.column_stack([np.arcsin(np.clip(up[:, 1], -1, 1)), np.arctan2(-up[:, 0], up[:, 2])]) / DEGREE


def moving(seconds, rate=50):
    """In a hand that tilts, sways and shakes the device; a gyroscope that is off by some degrees a second."""
    random = np.random.default_rng(7)
    time = np.arange(seconds * rate) / rate
    pitch = np.radians(40 + 20 * np.sin(1.3 * time))
    roll = np.radians(25 * np.sin(0.9 * time + 1))
    up = np.column_stack([-np.sin(roll) * np.cos(pitch), np.sin(pitch), np.cos(roll) * np.cos(pitch)])
    # Turned about x by the pitch, then about the new y by the roll.
    pitching, rolling = np.gradient(pitch, time), np.gradient(roll, time)
    gyro = np.column_stack([pitching * np.cos(roll), rolling, pitching * np.sin(roll)])
    gyro += np.radians([2, -3, 1]) + random.normal(0, 0.1 * DEGREE, gyro.shape)
    accel = up * recordings.GRAVITY + random.normal(0, 0.02, gyro.shape)
    accel += np.column_stack([np.sin(11 * time), 0.8 * np.cos(13 * time), np.sin(17 * time)]) * 0.5
    return Recording("hand", time, gyro, time, accel, time, up)


def cut(recording, start, end, step=1):
    """A part, every so many samples, with times from 0."""
    def part(times):
        places = np.nonzero((times >= start) & (times < end))[0][::step]
        return places, times[places] - start
    (gyro, gyro_time), (accel, accel_time) = part(recording.gyro_time), part(recording.accel_time)
    truth = np.nonzero((recording.truth_time >= start) & (recording.truth_time < end))[0]
    return Recording(recording.name, gyro_time, recording.gyro[gyro], accel_time, recording.accel[accel],
                     recording.truth_time[truth] - start, recording.truth[truth])


def write(folder, name, recording, ours, notes, gyroscope=True):
    """The recording as text, and beside it pitch and roll, true and golden, twice a second from 2 s on."""
    rounded = Recording(name, np.round(recording.gyro_time, 6), np.round(recording.gyro, 5),
                        np.round(recording.accel_time, 6), np.round(recording.accel, 4),
                        recording.truth_time, recording.truth)
    lines = ["# parallax recording 1", f"# device: {name}", *(f"# {note}" for note in notes)]
    for kind, time, *values in rounded.rows():
        if gyroscope or kind:
            digits = 4 if kind else 5
            numbers = " ".join(f"{value:.{digits}f}" for value in values)
            lines.append(f"{'a' if kind else 'g'} {time / 1000:.0f} {numbers}")
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")

    times, attitudes = (ours.attitude if gyroscope else ours.gravity)(rounded)
    places = np.searchsorted(times, np.arange(2, times[-1], 0.5))
    golden = angles(up_of(attitudes[places]))
    truth = angles(recording.truth_at(times[places]))
    rows = ["# µs, true pitch and roll, pitch and roll of the filter, in degrees"]
    for time, true, own in zip(times[places], truth, golden):
        rows.append(f"{time * 1e6:.0f} {true[0]:.3f} {true[1]:.3f} {own[0]:.3f} {own[1]:.3f}")
    (folder / f"{name}.angles").write_text("\n".join(rows) + "\n")


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    program, data, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    ours = Ours(program)
    simulation = "simulated by Benchmarks/fusion/golden.py: "
    write(folder, "hand", moving(20), ours,
          [simulation + "tilted, swayed and shaken in a hand, gyroscope off by 2, -3 and 1 degrees/s"])
    write(folder, "hand-accelerometer", moving(20), ours,
          [simulation + "the same without gyroscope"], gyroscope=False)
    write(folder, "missed-turn", cut(recordings.jumping(), 22, 36, 2), ours,
          [simulation + "a turn by 90 degrees at 8 s that the gyroscope missed"])
    write(folder, "push", cut(recordings.pushed(), 24, 38, 2), ours,
          [simulation + "at rest, pushed with 0.2 g from 6 s to 9 s"])
    broad = recordings.load(data / "broad_02_undisturbed_slow_rotation_B.imu")
    write(folder, "broad-02", cut(broad, 60, 72, 3), ours,
          ["a board turned by hand, 12 s, every third sample; see README.md for source and licence",
           "BROAD, trial 02, D. Laidig et al. 2021, doi:10.3390/data6070072, CC BY 4.0; cut, thinned out"])


if __name__ == "__main__":
    main()
