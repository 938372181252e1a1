"""A running server: its start until it is ready, its responses, and its end."""

import http.client
import json
import pathlib
import re
import subprocess
import time
from collections.abc import Mapping

from database import COPY, SERVING
from failure import Failure, gist
from postgres import Postgres
from processes import Processes
from program import Program


class Server:
    """A program that serves the copied database at a port that the system chooses."""

    def __init__(
            self, program: Program, postgres: Postgres, processes: Processes, log: pathlib.Path,
            environment: Mapping[str, str] | None = None) -> None:
        """
        - environment: settings besides those of the database and the log.
        """
        self.program = program
        self._processes = processes
        self._log = log
        configured = {"DATABASE_URL": postgres.url(SERVING, COPY), "DATABASE_POOL": "16", "LOG_LEVEL": "info", "LOG_FORMAT": "text",
                      **(environment or {})}
        begin = time.monotonic()
        self._process: subprocess.Popen[str] = processes.start(
            [program.path, "serve", "--host", "127.0.0.1", "--port", "0"], log=log, environment=configured)
        self.pid = self._process.pid
        self.port = self._wait(begin + 20)
        #: The milliseconds until it was ready.
        self.took = 1000 * (time.monotonic() - begin)

    def _wait(self, until: float) -> int:
        """Waits until it is ready, and returns its port."""
        while time.monotonic() < until and self._process.poll() is None:
            if found := re.search(r"Serving on port (\d+)", self._log.read_text()):
                port = int(found[1])
                if _answer(port, "GET", "/health/ready")[0] == 200:
                    return port
            time.sleep(0.002)
        raise Failure(f"The program {self.program.path} did not get ready on the database: {gist(self._log.read_text())}")

    @property
    def address(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, token: str, body: str | None) -> None:
        """Sends one request, and raises Failure if it is refused, since there is nothing to measure then."""
        status, answer = _answer(self.port, method, path, token, body)
        if not 200 <= status < 300:
            raise Failure(f"The program {self.program.path} answers {method} {path} with {status}, so it can't be measured: {answer}")

    def stop(self) -> None:
        """Ends it with SIGTERM, and raises Failure if its status isn't 0."""
        if status := self._processes.stop(self._process):
            raise Failure(f"The program {self.program.path} ended with status {status}: {gist(self._log.read_text())}")


def _answer(port: int, method: str, path: str, token: str = "", body: str | None = None) -> tuple[int, str]:
    """The status and a short text of a response; status 0 if there is none."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body:
        headers["Content-Type"] = "application/json"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, _sentence(answer.read())
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        connection.close()


def _sentence(answer: bytes) -> str:
    """The text of a problem document."""
    try:
        found = json.loads(answer)
        return str(found.get("detail") or found.get("title") or found) if isinstance(found, dict) else ""
    except ValueError:
        return answer[:200].decode(errors="replace")
