"""The filters: each takes a recording and gives times and attitudes (w x y z), by samples up to each time."""
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from recordings import GRAVITY, product


class Ours:
    """The filters of parallaxd, through its benchmark program."""

    def __init__(self, program):
        self.program = program
        self.folder = tempfile.TemporaryDirectory()

    def run(self, command, recording, *options):
        """Quaternions, and what the program printed."""
        samples, answers = (Path(self.folder.name) / name for name in ("samples", "answers"))
        recording.rows().tofile(samples)
        words = [self.program, command, *map(str, options), samples, answers]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return np.fromfile(answers).reshape(-1, 4), printed

    def attitude(self, recording, *options, ahead=0.0):
        attitudes, _ = self.run("attitude", recording, "--ahead", ahead, *options)
        return recording.gyro_time + ahead, attitudes

    def learnt(self, recording):
        """A file with the offset that the filter has after the recording."""
        path = Path(self.folder.name) / "stored"
        path.write_text(self.run("attitude", recording)[1])
        return path

    def gravity(self, recording):
        return recording.accel_time, self.run("gravity", recording)[0]

    def cost(self, recording):
        """ns of one sample of each sensor: of the attitude filter, and of all up to the viewer offset."""
        samples = Path(self.folder.name) / "samples"
        recording.rows().tofile(samples)
        words = [self.program, "cost", samples]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return [float(word) for word in printed.split()]


def vqf(recording, lead=0.0):
    """VQF with its defaults, each accelerometer sample once, at its own time; carried on by `lead` s."""
    from vqf import VQF
    filter = VQF(1 / recording.gyro_rate, 1 / recording.accel_rate)
    gyro, accel = np.ascontiguousarray(recording.gyro), np.ascontiguousarray(recording.accel)
    due = np.searchsorted(recording.accel_time, recording.gyro_time + 1e-9, side="right")
    attitudes, biases = np.empty((len(gyro), 4)), np.zeros((len(gyro), 3))
    done = 0
    for place in range(len(gyro)):
        filter.updateGyr(gyro[place])
        while done < due[place]:
            filter.updateAcc(accel[done])
            done += 1
        attitudes[place] = filter.getQuat6D()
        if lead:
            biases[place] = filter.getBiasEstimate()[0]
    half = (gyro - biases) * lead / 2
    return recording.gyro_time, product(attitudes, np.column_stack([np.ones(len(gyro)), half]))


def imufusion(recording):
    """x-io Fusion with the settings of its documentation, its offset algorithm and real steps."""
    import imufusion as fusion
    filter, offset = fusion.Ahrs(), fusion.Bias()
    filter.set_settings(fusion.AhrsSettings(
        sample_rate=recording.gyro_rate, convention=fusion.CONVENTION_NWU, gain=0.5, gyroscope_range=2000,
        acceleration_rejection=10, magnetic_rejection=0, rejection_timeout=5))
    offset.set_settings(fusion.BiasSettings(sample_rate=recording.gyro_rate))
    newest = np.searchsorted(recording.accel_time, recording.gyro_time + 1e-9, side="right") - 1
    gyro, accel = np.degrees(recording.gyro), recording.accel[np.maximum(newest, 0)] / GRAVITY
    steps = np.diff(recording.gyro_time, prepend=recording.gyro_time[0] - 1 / recording.gyro_rate)
    attitudes = np.empty((len(gyro), 4))
    for place in range(len(gyro)):
        filter.set_sample_period(steps[place])
        filter.update_no_magnetometer(offset.update(gyro[place]), accel[place])
        attitudes[place] = filter.get_quaternion()
    return recording.gyro_time, attitudes


def low_pass(recording, seconds):
    """Where up is by the accelerometer alone, through a low-pass: unit vectors."""
    share = 1 - np.exp(-np.diff(recording.accel_time, prepend=recording.accel_time[0]) / seconds)
    up = np.empty_like(recording.accel)
    slow = recording.accel[0]
    for place, value in enumerate(recording.accel):
        slow = slow + share[place] * (value - slow)
        up[place] = slow
    return recording.accel_time, up / np.linalg.norm(up, axis=1, keepdims=True)
