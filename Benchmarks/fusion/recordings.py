"""Recordings as filters see them, with the truth: from .imu files, thinned out, and simulated."""
import struct
from pathlib import Path

import numpy as np

GRAVITY = 9.80665
DEGREE = np.pi / 180


class Recording:
    """Two streams of samples with their own times in s, and where up truly was, in sensor axes."""

    def __init__(self, name, gyro_time, gyro, accel_time, accel, truth_time, truth, rates=None):
        self.name = name
        self.gyro_time, self.gyro = gyro_time, gyro
        self.accel_time, self.accel = accel_time, accel
        self.truth_time, self.truth = truth_time, truth
        # Nominal, for filters that know no other: fewer samples in the same time are a lower rate.
        self.rates = rates or ((len(t) - 1) / (t[-1] - t[0]) for t in (gyro_time, accel_time))
        self.gyro_rate, self.accel_rate = self.rates

    def keeping(self, gyro, accel):
        """The same with only those samples."""
        return Recording(self.name, self.gyro_time[gyro], self.gyro[gyro], self.accel_time[accel],
                         self.accel[accel], self.truth_time, self.truth)

    def losing(self, share, seed):
        """Without a share of the samples, at random."""
        random = np.random.default_rng(seed)
        return self.keeping(random.random(len(self.gyro)) >= share, random.random(len(self.accel)) >= share)

    def every(self, step):
        return self.keeping(slice(None, None, step), slice(None, None, step))

    def at(self, rate):
        """At each tick of a slower clock the newest sample, with its own time."""
        def newest(times):
            ticks = np.arange(times[0], times[-1], 1 / rate) + 1e-7
            return np.unique(np.searchsorted(times, ticks, side="right") - 1)
        return self.keeping(newest(self.gyro_time), newest(self.accel_time))

    def rows(self):
        """Both streams in one: 0 for the gyroscope or 1, time in ns, values; at one time it is first."""
        kind = np.repeat([0.0, 1.0], [len(self.gyro), len(self.accel)])
        time = np.round(np.concatenate([self.gyro_time, self.accel_time]) * 1e9)
        rows = np.column_stack([kind, time, np.concatenate([self.gyro, self.accel])])
        return rows[np.lexsort((kind, time))]

    def truth_at(self, times):
        up = np.column_stack([np.interp(times, self.truth_time, self.truth[:, i]) for i in range(3)])
        return up / np.linalg.norm(up, axis=1, keepdims=True)

    def errors(self, times, up):
        """Angles in degrees between this and true up, at the times of the truth that the answers span."""
        use = (self.truth_time >= times[0]) & (self.truth_time <= times[-1])
        there = np.column_stack([np.interp(self.truth_time[use], times, up[:, i]) for i in range(3)])
        across = np.linalg.norm(np.cross(there, self.truth[use]), axis=1)
        return self.truth_time[use], np.arctan2(across, np.sum(there * self.truth[use], axis=1)) / DEGREE


def load(path):
    """Reads a file in the format that the README beside the recordings describes."""
    data = Path(path).read_bytes()
    if data[:8] != b"IMUREC1\n":
        raise SystemExit(f"bench-fusion: {path} is no recording")
    counts = struct.unpack_from("<4I", data, 8)
    gyro_scale, accel_scale, _, *rates = struct.unpack_from("<5d", data, 24)
    sample = np.dtype([("time", "<u4"), ("value", "<i2", 3)])
    reference = np.dtype([("time", "<u4"), ("attitude", "<i2", 4), ("flags", "<u2")])
    gyro = np.frombuffer(data, sample, counts[0], 64)
    accel = np.frombuffer(data, sample, counts[1], 64 + gyro.nbytes)
    truth = np.frombuffer(data, reference, counts[2], 64 + gyro.nbytes + accel.nbytes)
    truth = truth[(truth["flags"] & 3) == 3]
    return Recording(Path(path).stem, gyro["time"] * 1e-6, gyro["value"] * gyro_scale, accel["time"] * 1e-6,
                     accel["value"] * accel_scale, truth["time"] * 1e-6, up_of(truth["attitude"]), rates)


def up_of(attitudes):
    """The earth's up in sensor axes, for quaternions w x y z that turn sensor axes into the earth's."""
    q = np.asarray(attitudes, float)
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    return np.column_stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])


def product(left, right):
    """Of quaternions, row by row."""
    a, b, c, d = left.T
    w, x, y, z = right.T
    return np.column_stack([a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                            a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w])


# Simulated: 100 Hz, noise as of a phone at rest, held 30 degrees up where nothing else is said.

RATE = 100


def turn(axis, degrees):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    cross = np.cross(np.eye(3), axis)
    sine, cosine = np.sin(degrees * DEGREE), np.cos(degrees * DEGREE)
    return np.eye(3) + sine * cross + (1 - cosine) * cross @ cross


POSE = turn([1, 0.3, 0], -30) @ [0, 0, 1]


def simulated(name, seconds, up=POSE, rate=0.0, acceleration=0.0, bias=(0, 0, 0)):
    random = np.random.default_rng(1)
    shape = (seconds * RATE, 3)
    time = np.arange(shape[0]) / RATE
    up = np.broadcast_to(up, shape)
    gyro = rate + np.array(bias) * DEGREE + random.normal(0, 0.1 * DEGREE, shape)
    accel = up * GRAVITY + acceleration + random.normal(0, 0.02, shape)
    return Recording(name, time, gyro, time, accel, time, up)


def resting(seconds=3600):
    return simulated("rest", seconds, bias=(5, -5, 5))


def jumping():
    """A turn by 90 degrees after 30 s that the gyroscope does not show."""
    after = np.arange(60 * RATE)[:, None] >= 30 * RATE
    return simulated("jump", 60, np.where(after, turn([1, 0, 0], 90) @ POSE, POSE))


def flicking():
    """A turn by 90 degrees in 60 ms after 30 s, with the gyroscope clipped at 500 degrees/s."""
    rate = np.zeros((60 * RATE, 3))
    course = np.sin((np.arange(6) + 0.5) / 6 * np.pi) ** 2
    rate[30 * RATE:30 * RATE + 6, 0] = course / course.sum() * 90 * DEGREE * RATE
    angle = np.cumsum(rate[:, 0]) / RATE
    up = np.column_stack([0 * angle, np.sin(angle), np.cos(angle)])
    return simulated("flick", 60, up, np.clip(rate, -500 * DEGREE, 500 * DEGREE))


def shaken(name, seconds, course):
    """With an acceleration (in g, sensor axes) as a function of the time."""
    time = np.arange(seconds * RATE) / RATE
    return simulated(name, seconds, acceleration=GRAVITY * np.column_stack(course(time)))


def pushed():
    return shaken("push", 60, lambda t: [0.2 * ((t >= 30) & (t < 33)), 0 * t, 0 * t])


def swaying():
    return shaken("sway", 60, lambda t: [(t >= 10) * 0.3 * np.sin(4 * np.pi * t),
                                         (t >= 10) * 0.3 * np.cos(3 * np.pi * t), 0 * t])


def tapped():
    """Ten taps of one sine of 40 ms, one each second from 30 s on."""
    def course(t):
        step = np.round(t * RATE).astype(int)
        now = (step >= 30 * RATE) & (step < 40 * RATE) & (step % RATE < 4)
        return [now * 4 * np.sin((step % RATE + 0.5) / 4 * 2 * np.pi), 0 * t, 0 * t]
    return shaken("taps", 60, course)
