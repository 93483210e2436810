"""Pieces of what a good daemon leaves."""

import json
import math

OFF = "accel_3d buffer/enable 0\ngyro_3d buffer/enable 0\naccel_3d buffer/length 8\n"
ON = "accel_3d buffer/enable 1\ngyro_3d buffer/enable 1\naccel_3d buffer/length 64\n"


def tilt_lines(pitch_of, roll_of, seconds, rate=60.0, seq=1, **first):
    hello = {"type": "hello", "device": {"sensors": ["accel", "gyro"], "mode": "buffer"} | first}
    lines = [f"10.0 {json.dumps(hello)}"]
    for index in range(round(seconds * rate)):
        time = 10 + index / rate
        tilt = {"type": "tilt", "seq": seq + index, "t": round(time * 1e6)}
        tilt |= {"pitch": pitch_of(time), "roll": roll_of(time)}
        lines.append(f"{time:.6f} {json.dumps(tilt)}")
    return "\n".join(lines) + "\n"


def swaying(time):
    return math.radians(20) * math.sin(math.pi * time)


def sleeping():
    """The machine sleeps after two seconds of lines; two more follow."""
    after = [text.split(maxsplit=1) for text in tilt_lines(swaying, swaying, 2, seq=200).splitlines()[1:]]
    slept = '12.100 {"type": "state", "state": "suspended"}\n'
    later = "".join(f"{float(time) + 2.2} {text}\n" for time, text in after)
    return tilt_lines(swaying, swaying, 2) + slept + later
