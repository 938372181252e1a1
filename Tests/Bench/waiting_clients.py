"""Clients with long polls: waiting_clients.py PORT REQUESTS SECONDS FILE. Each request, a line "path token", is sent again and again.

Writes the number of responses, the number of those that weren't 200, and the duration of the shortest wait, as JSON.
"""

import asyncio
import json
import pathlib
import resource
import sys
import time


class Waiting:
    """All clients, until the time is over. Open long polls are abandoned then."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port, self._end = port, time.monotonic() + seconds
        self.answers, self.failed, self.shortest = 0, 0, seconds

    async def wait(self, path: str, token: str) -> None:
        """Runs one client."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        asked = f"GET {path} HTTP/1.1\r\nHost: waiting\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        try:
            while (left := self._end - (begun := time.monotonic())) > 0:
                writer.write(asked)
                status = await asyncio.wait_for(self._answer(reader), left)
                self.answers += 1
                self.failed += status != 200
                self.shortest = min(self.shortest, time.monotonic() - begun)
        except TimeoutError:
            pass
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader) -> int:
        """The status of the response. Interim responses with 102 are skipped."""
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head.split(b" ", 2)[1])
            if status >= 200:
                break
        lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        await reader.readexactly(int(lengths[0]))
        return status


async def _main(port: int, requests: pathlib.Path, seconds: float, file: pathlib.Path) -> None:
    waiting = Waiting(port, seconds)
    lines = requests.read_text(encoding="utf-8").splitlines()
    await asyncio.gather(*(waiting.wait(*line.split()) for line in lines))
    counts = {"answers": waiting.answers, "failed": waiting.failed, "shortest": waiting.shortest}
    file.write_text(json.dumps(counts), encoding="utf-8")


_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
asyncio.run(_main(int(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3]), pathlib.Path(sys.argv[4])))
