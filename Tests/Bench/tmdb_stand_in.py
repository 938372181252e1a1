"""The stand-in for TMDB, from its start to its end."""

import pathlib
import time

from failure import Failure, gist
from processes import Processes

#: The stand-in's default key.
KEY = "0123456789abcdef0123456789abcdef"


class TMDBStandIn:
    """A stand-in that answers normally, unless it has a rule."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path, rule: str | None = None) -> None:
        """
        - rule: a rule, as JSON, for every request.
        """
        self._processes = processes
        folder.mkdir()
        log = folder / "printed"
        self._process = processes.start([program, "--state", folder, *(["--rule", rule] if rule else [])], log=log)
        self.url = self._wait(folder / "url", log)

    def _wait(self, file: pathlib.Path, log: pathlib.Path) -> str:
        until = time.monotonic() + 20
        while not (file.exists() and file.read_text()):
            if time.monotonic() > until or self._process.poll() is not None:
                raise Failure(f"The stand-in did not start: {gist(log.read_text())}")
            time.sleep(0.05)
        return file.read_text().strip()

    def stop(self) -> None:
        """Ends it, so that nothing listens at its address any more."""
        self._processes.stop(self._process)
