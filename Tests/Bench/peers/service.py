"""Starts the peers: FastAPI's program, which is installed into .build once, and those of Go and Rust, which are compiled there."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from database import COPY, SERVING
from workplace import Workplace

from tools.failure import say
from tools.processes import Command, Processes
from tools.system import ROOT
from tools.waiting import wait

HERE = pathlib.Path(__file__).parent
BUILT = ROOT / ".build"
#: The number of connections to PostgreSQL, the same as the server's.
POOL = 16
#: Where Debian's packages put the sources of Go's libraries.
GO_LIBRARIES = "/usr/share/gocode"


class Service:
    """A running peer, which answers the same requests as the server."""

    def __init__(self, name: str, place: Workplace, command: Command, environment: dict[str, str], ready: tuple[str, int] = ("", 0)) -> None:
        """Starts a peer, and waits until it is ready. Then its output has the port, and a text a certain number of times, in any order."""
        self.name = name
        self._processes = place.processes
        self._log = place.work / f"peer-{name}"
        self._process: subprocess.Popen[str] = place.processes.start(
            command, log=self._log, environment={**place.postgres.environment(SERVING, COPY), **environment})
        self.pid = self._process.pid
        self.port = wait(f"{name} is ready", lambda: self._ready_port(*ready), by=(self._process, self._log))
        #: The base URL.
        self.address = f"http://127.0.0.1:{self.port}"

    def _ready_port(self, text: str, times: int) -> int | None:
        log = self._log.read_text()
        found = re.search(r"running on http://127\.0\.0\.1:(\d+)", log)
        return int(found[1]) if found and (not times or log.count(text) == times) else None

    def stop(self) -> None:
        """Ends the peer and its workers."""
        self._processes.stop(self._process)


def fastapi(place: Workplace, statements: pathlib.Path, workers: int) -> Service:
    """Starts uvicorn with this number of workers, which share the number of connections."""
    command: Command = [
        _installed(place.processes) / "uvicorn", "app:app", "--app-dir", HERE, "--port", "0", "--workers", str(workers), "--loop", "uvloop",
        "--http", "httptools", "--no-access-log"]
    return Service(f"FastAPI-{workers}", place, command, {
        "STATEMENTS": str(statements), "POOL": str(POOL // workers), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": os.fspath(HERE)},
        ready=("Application startup complete", workers))


def go(place: Workplace, statements: pathlib.Path) -> Service:
    """Compiles Go's program and starts it."""
    program = BUILT / "bench-go"
    place.processes.run(["go", "build", "-o", program, "."], timeout=600, folder=HERE / "go", environment={
        "GO111MODULE": "off", "GOPATH": GO_LIBRARIES, "GOFLAGS": ""})
    return Service("Go", place, [program], {"STATEMENTS": str(statements), "POOL": str(POOL)})


def rust(place: Workplace, statements: pathlib.Path) -> Service:
    """Compiles Rust's program and starts it. The first time this takes a few minutes."""
    # Cargo writes beside the sources, so it gets a copy of them.
    folder = shutil.copytree(HERE / "rust", BUILT / "bench-rust", dirs_exist_ok=True)
    place.processes.run(["cargo", "build", "--release", "--offline", "--quiet"], timeout=3600, folder=folder)
    return Service("Rust", place, [folder / "target" / "release" / "bench-rust"], {"STATEMENTS": str(statements), "POOL": str(POOL)})


def _installed(processes: Processes) -> pathlib.Path:
    """Returns the folder of FastAPI's programs. Installs them anew if the requirements have changed."""
    folder = BUILT / "bench-peers"
    requirements = (HERE / "requirements.txt").read_text()
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != requirements:
        say("Installing FastAPI and its dependencies from PyPI.")
        processes.run([sys.executable, "-m", "venv", "--clear", folder], timeout=300)
        processes.run([folder / "bin" / "pip", "install", "--quiet", "--no-deps", "-r", HERE / "requirements.txt"], timeout=900, shown=True)
        stamp.write_text(requirements)
    return folder / "bin"
