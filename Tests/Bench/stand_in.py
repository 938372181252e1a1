"""Starts the stand-in for the push services of Apple and of browsers."""

import json
import pathlib
import ssl
import time
import urllib.request

from tools.processes import Processes
from tools.waiting import wait


class Apple:
    """A running stand-in with its state in a folder. It accepts every push, to Apple's devices and to browsers."""

    def __init__(self, processes: Processes, program: pathlib.Path, folder: pathlib.Path, counts_browsers: bool = False) -> None:
        self._processes, self._program, self.folder = processes, program, folder
        folder.mkdir(exist_ok=True)
        log, url = folder / "printed", folder / "url"
        process = processes.start([program, "--state", folder, "--any-team", "--quiet"], log=log)
        self.pid = process.pid
        self.url = wait("the stand-in is ready", lambda: url.exists() and url.read_text().strip(), 20, by=(process, log))
        self._ledger = folder / ("browsers.jsonl" if counts_browsers else "ledger.jsonl")
        self._browsers_url = (folder / "web-url").read_text().strip()
        #: Host and port of the push service of browsers.
        self.browsers_host = self._browsers_url.removeprefix("https://")
        #: The certificate that clients must trust.
        self.authority = folder / "ca.pem"

    def taken(self) -> int:
        """The number of pushes in its ledger, which it has answered so far."""
        # The stand-in writes its ledger a moment after the response.
        time.sleep(0.2)
        with self._ledger.open("rb") as ledger:
            return sum(1 for _ in ledger)

    def subscription(self) -> dict:
        """A browser's subscription. The stand-in takes messages at any other path below /push/ too, with the same keys."""
        request = urllib.request.Request(f"{self._browsers_url}/subscriptions", method="POST")
        with urllib.request.urlopen(request, context=ssl.create_default_context(cafile=str(self.authority))) as answer:
            return json.loads(answer.read())

    def protocol_alone(self, seconds: int) -> int:
        """Measures how many pushes of 1 KB a second Davenport's client sends over one connection, without a database."""
        command = [self._program, "measure", "--state", self.folder, "--seconds", str(seconds)]
        return int(self._processes.run(command, timeout=seconds + 60).stdout.split()[0])
