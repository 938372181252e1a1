"""Starts a server, sends it single requests, and ends it."""

import pathlib
import re
import subprocess
import time
from collections.abc import Mapping

from database import COPY, SERVING
from postgres import Postgres
from program import Program

from tools.client import Client
from tools.failure import Failure, gist
from tools.processes import Processes
from tools.waiting import wait


class Server:
    """A server on the copied database, at a port that the system chooses."""

    def __init__(
            self, program: Program, postgres: Postgres, processes: Processes, log: pathlib.Path,
            environment: Mapping[str, str] | None = None) -> None:
        """
        - environment: settings in addition to those of the database and the log.
        """
        self.program, self._processes, self._log = program, processes, log
        configured = {"DATABASE_URL": postgres.url(SERVING, COPY), "DATABASE_POOL": "16", "LOG_LEVEL": "info", "LOG_FORMAT": "text",
                      **(environment or {})}
        begin = time.monotonic()
        self._process: subprocess.Popen[str] = processes.start(
            [program.path, "serve", "--host", "127.0.0.1", "--port", "0"], log=log, environment=configured)
        self.pid = self._process.pid
        self.port = wait(f"{program.path} is ready on the database", self._ready_port, 20, pause=0.002, by=(self._process, log))
        #: The milliseconds from the start until the server was ready.
        self.took = 1000 * (time.monotonic() - begin)
        #: The base URL.
        self.address = f"http://127.0.0.1:{self.port}"

    def _ready_port(self) -> int | None:
        found = re.search(r"Serving on port (\d+)", self._log.read_text())
        try:
            return int(found[1]) if found and Client(int(found[1])).ask("GET", "/health/ready") else None
        except Failure:
            return None

    def ask(self, method: str, path: str, token: str, body: str | None) -> None:
        """Sends one request. Raises Failure if the server refuses it, because then there is nothing to measure."""
        try:
            Client(self.port).ask(method, path, token, body and body.encode())
        except Failure as failure:
            raise Failure(f"The program {self.program.path} can't be measured: {failure}") from failure

    def stop(self) -> None:
        """Ends the server with SIGTERM, and raises Failure if its exit status isn't 0."""
        if status := self._processes.stop(self._process):
            raise Failure(f"The program {self.program.path} ended with status {status}: {gist(self._log.read_text())}")
