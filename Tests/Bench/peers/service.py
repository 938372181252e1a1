"""FastAPI's program: installed once into .build, and started with a number of workers."""

import os
import pathlib
import re
import subprocess
import sys
import time

from database import COPY, SERVING
from failure import Failure, gist, say
from processes import Processes
from program import ROOT
from workplace import Workplace

HERE = pathlib.Path(__file__).parent
POOL = 16


def installed(processes: Processes) -> pathlib.Path:
    """Returns the folder of its programs. Installs them anew if the requirements have changed."""
    folder = ROOT / ".build" / "bench-peers"
    requirements = (HERE / "requirements.txt").read_text()
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != requirements:
        say("Installing FastAPI and what it stands on from PyPI.")
        processes.run([sys.executable, "-m", "venv", "--clear", folder], timeout=300)
        processes.run([folder / "bin" / "pip", "install", "--quiet", "--no-deps", "-r", HERE / "requirements.txt"], timeout=900, shown=True)
        stamp.write_text(requirements)
    return folder / "bin"


class Service:
    """uvicorn with some workers, which share as many connections to PostgreSQL as our server has."""

    def __init__(self, place: Workplace, programs: pathlib.Path, statements: pathlib.Path, workers: int) -> None:
        self.workers = workers
        self._processes = place.processes
        self._log = place.work / f"fastapi-{workers}"
        self._process: subprocess.Popen[str] = place.processes.start(
            [programs / "uvicorn", "app:app", "--app-dir", HERE, "--port", "0", "--workers", str(workers), "--loop", "uvloop",
             "--http", "httptools", "--no-access-log"],
            log=self._log, environment={
                **place.postgres.environment(SERVING, COPY), "STATEMENTS": str(statements), "POOL": str(POOL // workers),
                "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": os.fspath(HERE)})
        self.pid = self._process.pid
        self.port = self._wait(time.monotonic() + 60)

    def _wait(self, until: float) -> int:
        """Waits until every worker has connected, and returns the port."""
        while time.monotonic() < until and self._process.poll() is None:
            log = self._log.read_text()
            found = re.search(r"running on http://127\.0\.0\.1:(\d+)", log)
            if found and log.count("Application startup complete") == self.workers:
                return int(found[1])
            time.sleep(0.05)
        raise Failure(f"FastAPI's program did not get ready: {gist(self._log.read_text())}")

    @property
    def address(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Ends it with its workers."""
        self._processes.stop(self._process)
