"""How this ends other than well, and how it says what it does."""

import sys


class Failure(Exception):
    """What went wrong, in one plain sentence for whoever runs this."""


class Stopped(BaseException):
    """A signal asked for the end; like KeyboardInterrupt no Exception, so that nothing on the way takes it for a fault of its own."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


def say(text: str) -> None:
    """Tells how far it is: not on standard output, which has the figures alone."""
    print(text, file=sys.stderr, flush=True)


def gist(text: str) -> str:
    """The line of a program's output that says best why it ended."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if "ERROR" in line or "FATAL" in line or "rror:" in line]
    return (telling or lines or ["it said nothing"])[0 if telling else -1]
