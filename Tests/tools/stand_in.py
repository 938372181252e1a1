"""Starts the stand-ins for services elsewhere: Apple, browsers' push services, and the providers of a catalogue."""

import pathlib
import time

from tools.processes import Processes
from tools.waiting import wait


class StandIn:
    """A running stand-in with its state in a folder, where it writes its address."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path, *options: str) -> None:
        self._processes, self._program, self.folder = processes, program, folder
        folder.mkdir(exist_ok=True)
        log, url = folder / "printed", folder / "url"
        process = processes.start([program, "--state", folder, *options], log=log)
        self.pid = process.pid
        self.url = wait(f"{program.name} is ready", lambda: url.exists() and url.read_text().strip(), 30, by=(process, log))


class Apple(StandIn):
    """The stand-in for push services: Apple's, browsers' and Android's. It accepts every push."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path, *options: str) -> None:
        super().__init__(processes, program, folder, "--any-team", *options)
        #: The certificate that clients must trust.
        self.authority = folder / "ca.pem"

    @property
    def web_url(self) -> str:
        """Its address for browsers and Android."""
        return (self.folder / "web-url").read_text().strip()

    def taken(self, ledger: str = "ledger.jsonl") -> int:
        """The number of pushes in a ledger, which it has answered so far."""
        # The stand-in writes its ledger a moment after the response.
        time.sleep(0.2)
        if not (self.folder / ledger).exists():
            return 0
        with (self.folder / ledger).open("rb") as lines:
            # Requests for access tokens of Android aren't pushes.
            return sum(1 for line in lines if b'"id":"token"' not in line)

    def protocol_alone(self, seconds: int) -> int:
        """Measures how many pushes of 1 KB a second Davenport's client sends over one connection, without a database."""
        command = [self._program, "measure", "--state", self.folder, "--seconds", str(seconds)]
        return int(self._processes.run(command, timeout=seconds + 60).stdout.split()[0])
