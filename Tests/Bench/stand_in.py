"""The stand-ins for Apple's push service and for TMDB, from their start to their end."""

import pathlib
import time

from tools.processes import Processes
from tools.waiting import wait

#: The key that the stand-in for TMDB takes unless it is given another.
TMDB_KEY = "0123456789abcdef0123456789abcdef"


class StandIn:
    """A running stand-in, with its state in a folder."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path, *options: str) -> None:
        self._processes, self._program, self.folder = processes, program, folder
        folder.mkdir(exist_ok=True)
        log, url = folder / "printed", folder / "url"
        self._process = processes.start([program, "--state", folder, *options], log=log)
        self.pid = self._process.pid
        self.url = wait("the stand-in is ready", lambda: url.exists() and url.read_text().strip(), 20, by=(self._process, log))

    def stop(self) -> None:
        """Ends it, so that nothing listens at its address any more."""
        self._processes.stop(self._process)


class Apple(StandIn):
    """A stand-in that accepts every push."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path) -> None:
        super().__init__(processes, program, folder, "--any-team", "--quiet")
        #: The certificate to trust.
        self.authority = folder / "ca.pem"

    def taken(self) -> int:
        """The number of pushes that it has answered so far, by its ledger."""
        # It writes the ledger a moment later.
        time.sleep(0.2)
        with (self.folder / "ledger.jsonl").open("rb") as ledger:
            return sum(1 for _ in ledger)

    def protocol_alone(self, seconds: int) -> int:
        """The number of pushes of 1 KB a second that our client sends over one connection, without a database."""
        command = [self._program, "measure", "--state", self.folder, "--seconds", str(seconds)]
        return int(self._processes.run(command, timeout=seconds + 60).stdout.split()[0])
