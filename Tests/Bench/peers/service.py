"""Starts the peers: the programs in Go and Rust, which are compiled into .build."""

import pathlib
import re
import shutil
import subprocess

from database import COPY, SERVING
from workplace import Workplace

from tools.processes import Command
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

    def __init__(self, name: str, place: Workplace, command: Command, environment: dict[str, str]) -> None:
        """Starts a peer, and waits until it is ready. Then its output has the port."""
        self._processes = place.processes
        self._log = place.work / f"peer-{name}"
        self._process: subprocess.Popen[str] = place.processes.start(
            command, log=self._log, environment={**place.postgres.environment(SERVING, COPY), **environment})
        self.pid = self._process.pid
        self.port = wait(f"{name} is ready", lambda: self._ready_port(), by=(self._process, self._log))
        #: The base URL.
        self.address = f"http://127.0.0.1:{self.port}"

    def _ready_port(self) -> int | None:
        found = re.search(r"running on http://127\.0\.0\.1:(\d+)", self._log.read_text())
        return int(found[1]) if found else None

    def stop(self) -> None:
        """Ends the peer."""
        self._processes.stop(self._process)


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
