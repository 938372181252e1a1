"""Clients that hardly send or read: slow_clients.py PORT REQUESTS COUNT SECONDS FILE. For each kind of client, it writes the seconds until
the server closed each connection."""

import asyncio
import contextlib
import itertools
import json
import pathlib
import socket
import sys
import time

from tools.system import allow_files

#: The bytes that they read at a time, once a second.
SIP = 100
ASKED = b"GET /openapi.json HTTP/1.1\r\nHost: slow\r\n\r\n"


class Slow:
    """All clients. Each connects again when the server has closed its connection, until the time is over."""

    def __init__(self, port: int, tokens: list[str], seconds: float) -> None:
        self._port, self._tokens = port, itertools.cycle(tokens)
        self._end = time.monotonic() + seconds
        self.ages: dict[str, list[float]] = {"slow heads": [], "slow bodies": [], "slow readers": []}

    async def be(self, kind: str) -> None:
        """Runs a client of one kind."""
        while (begun := time.monotonic()) < self._end:
            with contextlib.suppress(OSError, EOFError):
                await self._once(kind)
            if time.monotonic() < self._end:
                self.ages[kind].append(time.monotonic() - begun)

    async def _once(self, kind: str) -> None:
        with socket.socket() as connection:
            connection.setblocking(False)
            # A small buffer, so that most of the response waits in the server.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(connection, ("127.0.0.1", self._port))
            await loop.sock_sendall(connection, self._beginning(kind))
            while time.monotonic() < self._end:
                await asyncio.sleep(1)
                if kind == "slow readers":
                    if not await loop.sock_recv(connection, SIP):
                        return
                else:
                    await loop.sock_sendall(connection, b"x")
                    # Any response ends the connection.
                    with contextlib.suppress(BlockingIOError):
                        if not connection.recv(4096):
                            return

    def _beginning(self, kind: str) -> bytes:
        if kind == "slow readers":
            return ASKED * 4
        if kind == "slow heads":
            return b"GET /v1/me HTTP/1.1\r\nHost: slow\r\nX-Slow: "
        head = (f"PATCH /v1/me HTTP/1.1\r\nHost: slow\r\nAuthorization: Bearer {next(self._tokens)}\r\n"
                "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{")
        return head.encode()


async def _main(port: int, tokens: list[str], count: int, seconds: float, file: pathlib.Path) -> None:
    slow = Slow(port, tokens, seconds)
    kinds = list(slow.ages)
    await asyncio.gather(*(slow.be(kinds[number % len(kinds)]) for number in range(count)))
    file.write_text(json.dumps(slow.ages), encoding="utf-8")


allow_files()
found = [line.split()[1] for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()]
asyncio.run(_main(int(sys.argv[1]), found, int(sys.argv[3]), float(sys.argv[4]), pathlib.Path(sys.argv[5])))
