"""Opens 4,300 idle connections from one address, and measures how long other clients wait: crowd.py [direct|proxy|nginx …].

- direct: the crowd (these 4,300 connections) connects to the server.
- proxy: the same with TRUSTED_PROXIES=1, as if the crowd were a proxy that keeps its connections open.
- nginx: the crowd connects to nginx, with TRUSTED_PROXIES=1.

Needs .build/debug/davenport, and 9,000 open files: ulimit -n 16384."""

import argparse
import asyncio
import contextlib
import multiprocessing
import pathlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event

from tools.failure import Failure
from tools.nginx import nginx
from tools.processes import Processes
from tools.system import ROOT, descriptors, free_port, listens
from tools.waiting import wait
from tools.wire import Unanswered, Wire

CROWD, OTHER = "127.0.0.1", "127.0.0.2"
ASKED = b"GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n"
#: The range of seconds after which the crowd opens a closed connection again. With 3,000 closed ones, it opens about 50 a second.
PAUSES = 30, 90
#: The seconds for which other clients are measured, and the seconds within which the server must answer each of them.
SECONDS, WITHIN = 20, 1.0


def crowd(port: int, count: int, here: Event, over: Event, reports: "Queue[str]") -> None:
    """Runs a crowd in a separate process, so that it doesn't delay the measurement."""
    asyncio.run(Crowd(port, count).stay(here, over, reports))


class Crowd:
    """Connections that send one request and stay open. A connection that the server closes is opened again."""

    def __init__(self, port: int, count: int) -> None:
        self._port, self._count = port, count
        self.open = self.answered = self.closed = 0

    async def stay(self, here: Event, over: Event, reports: "Queue[str]") -> None:
        """Opens all connections, a hundred at a time. Signals once each has a response or was closed, and keeps them open until the end."""
        tasks: list[asyncio.Task[None]] = []
        for begun in range(0, self._count, 100):
            tasks += [asyncio.create_task(self._hold()) for _ in range(min(100, self._count - begun))]
            end = time.monotonic() + 10
            while self.answered + self.closed < len(tasks) and time.monotonic() < end:
                await asyncio.sleep(0.01)
        here.set()
        while not over.is_set():
            await asyncio.sleep(0.1)
        reports.put(f"{self.answered:,} answers to {self._count:,} connections of the crowd, {self.open:,} open at the end, {self.closed:,} closed")

    async def _hold(self) -> None:
        while True:
            with contextlib.suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(CROWD, 0))
                self.open += 1
                try:
                    writer.write(ASKED)
                    await reader.readuntil(b"\r\n\r\n")
                    self.answered += 1
                    while await reader.read(1024):
                        pass
                finally:
                    self.open -= 1
                    writer.close()
            self.closed += 1
            await asyncio.sleep(random.uniform(*PAUSES))


async def probe(port: int) -> float:
    """Returns the seconds until a new connection from another address gets its response; infinity if it gets none."""
    begun, wire = time.monotonic(), Wire(port, origin=OTHER)
    try:
        status = (await wire.ask("GET", "/health/live", "", timeout=10)).status
    except Unanswered:
        status = 0
    finally:
        wire.close()
    return time.monotonic() - begun if status == 200 else float("inf")


def site(port: int, server: int) -> str:
    """Returns nginx's configuration in front of a server."""
    return (
        f"keepalive_timeout 600s;\nupstream davenport {{ server 127.0.0.1:{server}; keepalive 64; }}\n"
        f"server {{ listen 127.0.0.1:{port} backlog=4096; location / {{ proxy_pass http://davenport; proxy_http_version 1.1;\n"
        'proxy_set_header Connection ""; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; } }\n')


@contextlib.contextmanager
def serving(programs: pathlib.Path, folder: pathlib.Path, mode: str) -> Iterator[tuple[int, int]]:
    """Starts a server with a private PostgreSQL, and nginx in front if needed. Yields the port for clients and the server's process."""
    database, server, port = free_port(), free_port(), free_port()
    environment = {"TRUSTED_PROXIES": "0" if mode == "direct" else "1", "ACCESS_LOG": "off", "METRICS_PORT": "0", "NO_COLOR": "1"}
    with Processes() as processes:

        def start(command: list[str | pathlib.Path], awaited: int) -> int:
            log = folder / f"log-{awaited}"
            process = processes.start(command, log=log, environment=environment)
            wait(f"{command[0]} listens", lambda: listens(awaited), 120, by=(process, log))
            return process.pid

        data = ["--data", folder / "data"]
        start([programs / "davenport", "dev", "--port", str(database), "--empty", *data], database)
        process = start([programs / "davenport", "serve", "--port", str(server), *data], server)
        if mode == "nginx":
            # Enough connections for the whole crowd, each with one to the server.
            start(nginx(folder, site(port, server), workers="1", connections=15_000), port)
        yield port if mode == "nginx" else server, process


async def measured(mode: str, port: int, process: int, count: int) -> bool:
    """Measures one mode. Returns whether the server answered the other clients in time, from the crowd's first connection on."""
    alone = max([await probe(port) for _ in range(5)])
    new = multiprocessing.get_context("spawn")
    here, over = new.Event(), new.Event()
    reports: "Queue[str]" = new.Queue()
    others = new.Process(target=crowd, args=(port, count, here, over, reports))
    waits: list[float] = []

    async def look() -> None:
        while True:
            waits.append(await probe(port))
            await asyncio.sleep(0.1)

    looking = asyncio.create_task(look())
    others.start()
    while not here.is_set():
        await asyncio.sleep(0.05)
    gathered, most = len(waits), descriptors(process)
    await asyncio.sleep(SECONDS)
    looking.cancel()
    over.set()
    while_gathering, afterwards = waits[:gathered], waits[gathered:]
    print(f"{mode}: {reports.get(timeout=60)}; the server had {most:,} files open", flush=True)
    print(f"  longest waits of other clients: alone {alone:.3f} s; while the crowd connected {max(while_gathering, default=0):.3f} s of "
          f"{len(while_gathering)} requests; afterwards {max(afterwards, default=0):.3f} s of {len(afterwards)}", flush=True)
    others.join(60)
    return bool(afterwards) and max(waits) <= WITHIN


def main() -> None:
    """Measures each mode in turn. The exit status is 1 if a client waited longer than a second."""
    parser = argparse.ArgumentParser()
    parser.add_argument("modes", nargs="*", default=["direct", "proxy"], help="direct, proxy, nginx")
    parser.add_argument("--count", type=int, default=4300)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build" / "debug")
    arguments = parser.parse_args()
    held = True
    for mode in arguments.modes:
        with tempfile.TemporaryDirectory(prefix="crowd-") as folder, serving(arguments.programs, pathlib.Path(folder), mode) as (port, process):
            held = asyncio.run(measured(mode, port, process, arguments.count)) and held
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"bin/check --edge crowd: {failure}")
