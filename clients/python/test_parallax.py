"""Tests against a daemon with a simulated device: PARALLAXD=... python3 -m unittest, in this directory."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import unittest

import parallax

HERE = os.path.dirname(os.path.abspath(__file__))


class Daemon:
    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self.path = self._folder.name + "/s"
        self._process = subprocess.Popen(
            [os.environ["PARALLAXD"], "--device", "sim", "--socket", self.path],
            stderr=subprocess.PIPE, text=True)
        while "listens" not in (line := self._process.stderr.readline()):
            if not line:
                raise RuntimeError("the daemon ended")

    def stop(self):
        if self._process.poll() is None:
            self._process.terminate()
        status = self._process.wait()
        self._process.stderr.close()
        self._folder.cleanup()
        return status


class ClientTests(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon()

    def tearDown(self):
        self.assertEqual(self.daemon.stop(), 0)

    def take(self, client, count):
        return [next(client) for _ in range(count)]

    def test_frames_come_in_order(self):
        with parallax.Client(self.daemon.path) as client:
            self.assertEqual(client.state, "ok")
            frames = self.take(client, 100)
        numbers = [frame["seq"] for frame in frames]
        self.assertEqual(numbers, sorted(set(numbers)))
        for frame in frames:
            self.assertEqual(list(frame), ["type", "seq", "t", "x", "y", "pitch", "roll"])
            self.assertLessEqual(max(abs(frame["x"]), abs(frame["y"])), 1)

    def test_fields_and_rate_are_asked_for(self):
        with parallax.Client(self.daemon.path, rate=20, fields=["q", "vx"]) as client:
            frames = self.take(client, 10)
        self.assertEqual(list(frames[-1]), ["type", "seq", "t", "q", "vx"])
        self.assertGreater(frames[-1]["t"] - frames[2]["t"], 300_000)

    def test_only_the_newest_counts(self):
        with parallax.Client(self.daemon.path) as client:
            first = next(client)
            time.sleep(1)
            old, fresh = self.take(client, 2)
            self.assertLessEqual(old["seq"], first["seq"] + 5)
            self.assertGreater(fresh["seq"], old["seq"] + 30)

    def test_a_refusal_is_an_exception_and_frames_go_on(self):
        with parallax.Client(self.daemon.path) as client:
            with self.assertRaises(parallax.Refused) as refusal:
                client.request("subscribe", rate=1000)
            self.assertEqual(refusal.exception.code, "bad-request")
            self.assertEqual(client.request("status")["client_count"], 1)
            self.take(client, 5)

    def test_the_daemons_end_is_the_end(self):
        client = parallax.Client(self.daemon.path)
        next(client)
        self.daemon.stop()
        self.assertLess(len(list(client)), 5)
        client.close()
        with self.assertRaises(OSError):
            parallax.Client(self.daemon.path)

    def test_asyncio_gives_the_same(self):
        async def run():
            async with parallax.AsyncClient(self.daemon.path, rate=50) as client:
                frames = []
                async for frame in client:
                    frames.append(frame["seq"])
                    if len(frames) == 30:
                        break
                with self.assertRaises(parallax.Refused):
                    await client.request("dance")
                pong = await client.request("ping")
            return frames, pong, client.state

        frames, pong, state = asyncio.run(run())
        self.assertEqual(frames, sorted(set(frames)))
        self.assertTrue(pong["ok"])
        self.assertEqual(state, "ok")

    def test_asyncio_ends_with_the_daemon(self):
        async def run():
            count = 0
            async for _ in (client := parallax.AsyncClient(self.daemon.path)):
                count += 1
                if count == 3:
                    self.daemon.stop()
            await client.close()
            return count

        self.assertGreaterEqual(asyncio.run(run()), 3)

    def test_the_example_draws_ten_frames(self):
        output = subprocess.run(
            [sys.executable, HERE + "/example.py"], check=True, capture_output=True, text=True,
            env={**os.environ, "PARALLAXD_SOCKET": self.daemon.path})
        self.assertEqual(len(output.stdout.splitlines()), 11)


if __name__ == "__main__":
    unittest.main()
