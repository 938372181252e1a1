"""Waits for conditions."""

import pathlib
import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

from tools.failure import Failure, gist

Found = TypeVar("Found")


def wait(
        what: str, condition: Callable[[], Found], seconds: float = 60, pause: float = 0.05,
        by: tuple[subprocess.Popen[str], pathlib.Path] | None = None) -> Found:
    """Waits until a condition is true, and returns its value.

    - what: the condition in words, to follow "until" in the error.
    - by: the process that makes the condition true, and its log. If the process ends, the wait fails at once.
    """
    end = time.monotonic() + seconds
    while not (found := condition()):
        if by and by[0].poll() is not None:
            raise Failure(f"The program ended before {what}: {gist(by[1].read_text())}")
        if time.monotonic() > end:
            raise Failure(f"Timed out after {seconds:.0f} s waiting until {what}{f': {gist(by[1].read_text())}' if by else ''}.")
        time.sleep(pause)
    return found
