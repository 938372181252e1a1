"""The stand-in for Apple's push service, from its start to its end."""

import pathlib
import subprocess
import time

from failure import Failure, gist
from processes import Command, Processes


class StandIn:
    """A stand-in that accepts every push, with its state in a folder."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path) -> None:
        self._processes = processes
        self._program = program
        self.folder = folder
        log = folder / "printed"
        process = processes.start([program, "--state", folder, "--any-team", "--quiet"], log=log)
        self.pid = process.pid
        self.url = self._wait(process, log)

    def _wait(self, process: subprocess.Popen[str], log: pathlib.Path) -> str:
        file = self.folder / "url"
        until = time.monotonic() + 20
        while not (file.exists() and file.read_text()):
            if time.monotonic() > until or process.poll() is not None:
                raise Failure(f"The stand-in did not start: {gist(log.read_text())}")
            time.sleep(0.05)
        return file.read_text().strip()

    @property
    def authority(self) -> pathlib.Path:
        """The certificate to trust."""
        return self.folder / "ca.pem"

    def taken(self) -> int:
        """The number of pushes that it has answered so far, by its ledger."""
        # It writes the ledger a moment later.
        time.sleep(0.2)
        with (self.folder / "ledger.jsonl").open("rb") as ledger:
            return sum(1 for _ in ledger)

    def protocol_alone(self, seconds: int) -> int:
        """The number of pushes of 1 KB a second that our client sends over one connection, without a database."""
        command: Command = [self._program, "measure", "--state", self.folder, "--seconds", str(seconds)]
        return int(self._processes.run(command, timeout=seconds + 60).stdout.split()[0])
