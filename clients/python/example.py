"""Moves a dot with the tilt, ten frames of it: python3 example.py"""

import parallax

WIDTH = 61

with parallax.Client(rate=30, fields=["x", "y"], deadband=0) as client:
    device = client.hello["device"]
    print(device["name"] if device else client.state)
    for count, frame in enumerate(client, 1):
        column = round((frame["x"] + 1) / 2 * (WIDTH - 1))
        print("." * column + "o" + "." * (WIDTH - 1 - column), f'{frame["y"]:7.4f}')
        if count == 10:
            break
