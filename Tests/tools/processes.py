"""Starts processes, and ends them whenever and however this process ends."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import types
from collections.abc import Mapping, Sequence

from tools import system
from tools.failure import Failure, gist

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Command = Sequence[str | pathlib.Path]


class Processes:
    """Starts processes, and ends all of them in reverse order at the end of the `with` block."""

    def __init__(self) -> None:
        self._started: list[tuple[subprocess.Popen[str], signal.Signals]] = []

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: types.TracebackType | None) -> None:
        # A second Ctrl-C must not interrupt the clean-up after the first one.
        before = [signal.signal(number, signal.SIG_IGN) for number in SIGNALS]
        for process, _ in reversed(self._started[:]):
            self.stop(process)
        for number, handler in zip(SIGNALS, before, strict=True):
            signal.signal(number, handler)

    def start(
            self, command: Command, *, log: pathlib.Path | None = None, environment: Mapping[str, str] | None = None,
            end: signal.Signals = signal.SIGTERM, account: str | None = None, shown: bool = False,
            given: bool = False, folder: pathlib.Path | None = None) -> subprocess.Popen[str]:
        """Starts a program. Its output goes to the file `log`, or to a pipe if there is no `log`.

        - shown: whether the output goes to the terminal instead.
        - given: whether the caller will write to its standard input, which is empty otherwise.
        - folder: its working directory; by default this process's.
        - end: the signal that asks the program to end. The kernel also sends it if this process is killed.
        """
        with contextlib.ExitStack() as stack:
            out = stack.enter_context(log.open("w")) if log else sys.stderr if shown else subprocess.PIPE
            # A process group of its own, so that Ctrl-C reaches only this process, which then ends the others in order.
            process = subprocess.Popen(
                command, env=system.environment(environment), text=True, process_group=0, cwd=folder,
                stdin=subprocess.PIPE if given else subprocess.DEVNULL,
                stdout=out, stderr=subprocess.STDOUT if log or shown else subprocess.PIPE,
                user=account, group=account, extra_groups=[] if account else None,
                preexec_fn=system.ending_with_this(end))
        self._started.append((process, end))
        return process

    def run(
            self, command: Command, *, timeout: float = 60, environment: Mapping[str, str] | None = None,
            account: str | None = None, shown: bool = False, given: str | None = None,
            folder: pathlib.Path | None = None) -> subprocess.CompletedProcess[str]:
        """Runs a program until it ends, and raises Failure if its exit status isn't 0.

        - given: the text for its input.
        """
        name = pathlib.Path(command[0]).name
        process = self.start(command, environment=environment, account=account, shown=shown, given=given is not None, folder=folder)
        try:
            out, err = (text or "" for text in process.communicate(given, timeout=timeout))
        except subprocess.TimeoutExpired:
            raise Failure(f"{name} took longer than {timeout:.0f} s.") from None
        finally:
            self.stop(process)
        if process.returncode != 0:
            raise Failure(f"{name} ended with status {process.returncode}: {'see above.' if shown else gist(out + err)}")
        return subprocess.CompletedProcess(command, 0, out, err)

    def stop(self, process: subprocess.Popen[str], patience: float = 60) -> int:
        """Asks a process to end, waits for it, and returns its exit status. Kills its process group if it takes too long."""
        end = next((end for started, end in self._started if started is process), signal.SIGTERM)
        if process.poll() is None:
            process.send_signal(end)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(patience)
        # Kill the children that it left running.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
        self._started = [entry for entry in self._started if entry[0] is not process]
        return status
