"""Clients with long polls: waiting_clients.py PORT REQUESTS SECONDS FILE. Each client sends its request, a line "path token", repeatedly.

Writes JSON with the number of responses, the number of responses other than 200, and the duration of the shortest long poll.
"""

import asyncio
import json
import pathlib
import sys
import time

from tools.system import allow_files
from tools.wire import Unanswered, Wire


class Waiting:
    """Runs all clients until the time is over, and then abandons the open long polls."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port, self._end = port, time.monotonic() + seconds
        self.answers, self.failed, self.shortest = 0, 0, seconds

    async def wait(self, path: str, token: str) -> None:
        """Runs one client."""
        wire = Wire(self._port)
        while (left := self._end - (begun := time.monotonic())) > 0:
            try:
                answer = await wire.ask("GET", path, token, timeout=left)
            except Unanswered:
                # The end of the run isn't a failure.
                self.failed += time.monotonic() < self._end
                return
            self.answers += 1
            self.failed += answer.status != 200
            self.shortest = min(self.shortest, time.monotonic() - begun)


async def _main(port: int, requests: pathlib.Path, seconds: float, file: pathlib.Path) -> None:
    waiting = Waiting(port, seconds)
    lines = requests.read_text(encoding="utf-8").splitlines()
    await asyncio.gather(*(waiting.wait(*line.split()) for line in lines))
    counts = {"answers": waiting.answers, "failed": waiting.failed, "shortest": waiting.shortest}
    file.write_text(json.dumps(counts), encoding="utf-8")


allow_files()
asyncio.run(_main(int(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3]), pathlib.Path(sys.argv[4])))
