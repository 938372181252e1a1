"""Programs that the torture starts, kills and stops. They end when this process ends."""

import asyncio
import contextlib
import inspect
import os
import pathlib
import pwd
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tools import system
from tools.failure import Failure, gist
from tools.wire import Unanswered, Wire

Command = Sequence[str | pathlib.Path]


class Program:
    """A program that can be started again after it was killed."""

    def __init__(self, command: Command, log: pathlib.Path, environment: Mapping[str, str] | None = None, account: str | None = None) -> None:
        self._command = command
        self._log = log
        self._environment = environment
        self._account = account
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *map(str, self._command), stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, env=system.environment(self._environment),
                user=self._account, group=self._account and pwd.getpwnam(self._account).pw_gid,
                extra_groups=[] if self._account else None, process_group=0, cwd="/",
                # The kernel kills the program when this process ends, in whatever way.
                preexec_fn=system.ending_with_this(signal.SIGKILL))

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    @property
    def said(self) -> str:
        """The end of its log."""
        return self._log.read_text(errors="replace")[-20000:]

    def pids(self) -> list[int]:
        """The program and all its descendants."""
        if not self.process or self.process.returncode is not None:
            return []
        with contextlib.suppress(OSError):
            children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
            return [self.process.pid, *map(int, children.split())]
        return [self.process.pid]

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to all of them."""
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    async def renew(self, executable: pathlib.Path) -> None:
        """Ends the program with SIGTERM, and starts another build in its place."""
        assert self.process
        self.process.terminate()
        try:
            status = await asyncio.wait_for(self.process.wait(), 20)
        except TimeoutError:
            raise Failure(f"{executable.name} did not end within 20 s of SIGTERM.") from None
        if status != 0:
            raise Failure(f"{executable.name} ended with status {status} at SIGTERM: {gist(self.said)}")
        self._command = [executable, *self._command[1:]]
        await self.start()

    async def kill(self) -> None:
        """Kills the program and its descendants at once, as a power cut does."""
        pids = self.pids()
        self.signal(signal.SIGKILL)
        if self.process:
            await self.process.wait()
        await until("the killed processes are gone", lambda: not any(map(_is_alive, pids)), 30)


def _is_alive(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def run(command: Command, changes: Mapping[str, str] | None = None, given: str | None = None, account: str | None = None) -> str:
    """Runs a program, which must end with status 0, and returns its output."""
    process = await asyncio.create_subprocess_exec(
        *map(str, command), env=system.environment(changes), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE, cwd="/", user=account, group=account and pwd.getpwnam(account).pw_gid, extra_groups=[] if account else None)
    out, err = await process.communicate((given or "").encode())
    if process.returncode != 0:
        raise Failure(f"{pathlib.Path(command[0]).name} ended with status {process.returncode}: {gist((out + err).decode(errors='replace'))}")
    return out.decode()


async def until(what: str, condition: Callable[[], Any], seconds: float, pause: float = 0.005, by: Program | None = None) -> Any:
    """Checks a condition repeatedly until it is true, and returns its value. The condition may be asynchronous.

    - what: the condition in words, to follow "until" in the error.
    - by: the program that makes the condition true. If it ends, the wait fails at once.
    """
    end = time.monotonic() + seconds
    while not (value := await found if inspect.isawaitable(found := condition()) else found):
        why = f": {gist(by.said)}" if by else ""
        if by and not by.is_running:
            raise Failure(f"The program ended before {what}{why}")
        if time.monotonic() > end:
            raise Failure(f"Timed out after {seconds:.0f} s waiting until {what}{why}.")
        await asyncio.sleep(pause)
    return value


async def is_ready(port: int) -> bool:
    """Whether the server at this port is ready."""
    wire = Wire(port)
    with contextlib.closing(wire), contextlib.suppress(Unanswered):
        return (await wire.ask("GET", "/health/ready", "", timeout=5)).status == 200
    return False
