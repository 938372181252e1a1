"""The faults that are made on purpose: entries of the files *.diff.

An entry begins with a line `## NAME KIND`. A sentence describes the fault, and for the kind `unseen` says why no test can detect it. After
`--- FILE` follow the changed lines, marked with - and +, and lines that find their place, which begin with a space.
"""

import dataclasses
import pathlib
import re

#: The model of sync, and the tests of the feed and the store that run if the model finds nothing.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "ReplicaItemTests",
    "OutboxTests", "RunningTests", "WaitTests", "NudgeTests")
#: The model has no lessons and games, so these have tests of their own.
LESSONS, GAMES, MOVING = ("ClassFeedTests",), ("PlayFeedTests",), ("MovingTests",)
#: By kind: the suites that should catch a fault, in the order in which they run.
SUITES = {
    "sync": ((MODEL,), SYNC), "lessons": (LESSONS,), "games": (GAMES,), "moved": (("FeedTests",), MOVING), "lessons-moved": (LESSONS, MOVING),
    "unseen": ()}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A replacement of one text in one file."""

    name: str
    sentence: str
    #: The path from the root of the tree.
    file: str
    text: str
    replacement: str
    suites: tuple[tuple[str, ...], ...]

    @property
    def is_equivalent(self) -> bool:
        """Whether no test can detect it, so that it isn't run."""
        return not self.suites

    def applied(self, content: str) -> str:
        """Returns the file's content with the fault. The text must occur exactly once."""
        if (count := content.count(self.text)) != 1:
            raise OutOfDate(f"The mutant {self.name} is out of date: its text occurs {count} times in {self.file}.")
        return content.replace(self.text, self.replacement)


class OutOfDate(Exception):
    """The tree has changed since the mutant was written."""


def mutants() -> list[Mutant]:
    """All mutants of the files beside this one."""
    texts = [file.read_text() for file in sorted(pathlib.Path(__file__).parent.glob("*.diff"))]
    return [_read(*entry) for text in texts for entry in re.findall(r"^## (\S+) (\S+)\n(.*?)\n--- (\S+)\n(.*?)\n(?=\n|\Z)", text, re.M | re.S)]


def _read(name: str, kind: str, sentence: str, file: str, change: str) -> Mutant:
    lines = [(line[0], line[1:] + "\n") for line in change.split("\n")]
    text, replacement = ("".join(line for mark, line in lines if mark != other) for other in "+-")
    return Mutant(name, sentence.replace("\n", " "), file, text, replacement, SUITES[kind])
