"""Tilt from parallaxd. PROTOCOL.md says what the numbers mean.

    for frame in parallax.Client(rate=30):
        print(frame["x"], frame["y"])

    async for frame in parallax.AsyncClient():
        ...

Both give the newest frame: what came while nobody asked is passed over.
"""

import asyncio
import json
import os
import select
import socket

LONGEST_LINE = 65536


class Refused(Exception):
    """The daemon's answer where it does not do what was asked; `code` is for programs."""

    def __init__(self, error):
        super().__init__(error.get("message", ""))
        self.code = error.get("code", "")


def default_path():
    """Where the daemon is: PARALLAXD_SOCKET, else this user's own one, else the system's."""
    if path := os.environ.get("PARALLAXD_SOCKET"):
        return path
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if os.geteuid() != 0 and runtime and os.path.exists(own := runtime + "/parallaxd.sock"):
        return own
    return "/run/parallaxd/parallaxd.sock"


class _Stream:
    """Makes objects of bytes and keeps what they say."""

    def __init__(self):
        self.hello = None
        self.state = None
        self._rest = b""
        self._frame = None
        self._replies = {}

    def feed(self, arrived):
        *lines, self._rest = (self._rest + arrived).split(b"\n")
        if len(self._rest) >= LONGEST_LINE:
            raise ValueError("a line without an end")
        for line in lines:
            self._take(json.loads(line))

    def _take(self, line):
        kind = line.get("type")
        if kind == "tilt":
            self._frame = line
        elif kind == "hello":
            self.hello = line
            self.state = line["state"]
        elif kind == "state":
            self.state = line["state"]
        elif kind == "reply":
            if "id" not in line and not line["ok"]:
                raise Refused(line["error"])
            self._replies[line.get("id")] = line

    def take_frame(self):
        frame, self._frame = self._frame, None
        return frame

    def take_reply(self, number):
        reply = self._replies.pop(number, None)
        if reply and not reply["ok"]:
            raise Refused(reply["error"])
        return reply


def _request(number, command, members):
    return json.dumps({"cmd": command, "id": number, **members}).encode() + b"\n"


class Client(_Stream):
    """Iterates over frames, each a dict with `seq`, `t` and the fields asked for, until the daemon ends.

    Keywords are those of `subscribe`: rate, fields, frame, angle, smoothing, deadband.
    """

    def __init__(self, path=None, **subscription):
        super().__init__()
        self._number = 0
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(path or default_path())
            while self.hello is None:
                self._receive()
            if subscription:
                self.request("subscribe", **subscription)
        except BaseException:
            self._socket.close()
            raise

    def fileno(self):
        return self._socket.fileno()

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _receive(self):
        arrived = self._socket.recv(LONGEST_LINE)
        if not arrived:
            raise EOFError("parallaxd ended the connection")
        self.feed(arrived)

    def request(self, command, **members):
        """Sends a request and returns the reply; raises Refused."""
        self._number += 1
        self._socket.sendall(_request(self._number, command, members))
        while (reply := self.take_reply(self._number)) is None:
            self._receive()
        return reply

    def __iter__(self):
        return self

    def __next__(self):
        try:
            while True:
                # All that waits first: only the newest counts.
                while select.select([self._socket], [], [], 0)[0]:
                    self._receive()
                if frame := self.take_frame():
                    return frame
                self._receive()
        except (EOFError, ConnectionResetError):
            raise StopIteration from None


class AsyncClient(_Stream):
    """The same for asyncio. It connects when it is iterated or used with `async with`."""

    def __init__(self, path=None, **subscription):
        super().__init__()
        self._path = path or default_path()
        self._subscription = subscription
        self._number = 0
        self._streams = None
        self._news = asyncio.Condition()
        self._task = None

    async def __aenter__(self):
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(self._path)
            self._task = asyncio.create_task(self._receive())
            if self._subscription:
                await self.request("subscribe", **self._subscription)
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def close(self):
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._streams[1].close()

    async def _receive(self):
        try:
            while arrived := await self._streams[0].read(LONGEST_LINE):
                self.feed(arrived)
                async with self._news:
                    self._news.notify_all()
        except ConnectionResetError:
            pass
        finally:
            async with self._news:
                self._news.notify_all()

    async def _wait(self, take):
        """What `take` returns once it is something; raises what ended the connection."""
        async with self._news:
            while (result := take()) is None:
                if self._task.done() or self._streams[0].at_eof():
                    if self._task.done() and self._task.exception():
                        raise self._task.exception()
                    raise EOFError("parallaxd ended the connection")
                await self._news.wait()
        return result

    async def request(self, command, **members):
        """Sends a request and returns the reply; raises Refused."""
        self._number += 1
        number = self._number
        self._streams[1].write(_request(number, command, members))
        return await self._wait(lambda: self.take_reply(number))

    def __aiter__(self):
        return self

    async def __anext__(self):
        await self.__aenter__()
        try:
            return await self._wait(self.take_frame)
        except EOFError:
            raise StopAsyncIteration from None
