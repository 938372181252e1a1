"""The errors with which the tools end, and their progress messages."""

import sys


class Failure(Exception):
    """An error, described by one plain sentence for the person at the terminal."""


class Stopped(BaseException):
    """A signal asked this program to end. Like KeyboardInterrupt it isn't an Exception, so that no `except Exception` catches it."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


def say(text: str) -> None:
    """Prints a progress message to standard error. Standard output is only for the figures."""
    print(text, file=sys.stderr, flush=True)


def gist(text: str) -> str:
    """Returns the line of a program's output that best explains why it ended."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if "ERROR" in line or "FATAL" in line or "rror:" in line]
    return (telling or lines or ["it printed nothing"])[0 if telling else -1]
