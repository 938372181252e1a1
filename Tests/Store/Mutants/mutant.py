"""The faults to make on purpose: the entries of the files *.diff.

An entry begins with a line `## NAME KIND`. The sentence after it describes the fault; for the kind `unseen`, it says why no test can
detect it. After `--- FILE` come the changed lines, marked with - and +. Lines that begin with a space are context.
"""

import dataclasses
import pathlib
import re

#: The suite with the model of sync, and the suites of the sync feed and the store, which run if the model's suite passes.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "ReplicaItemTests",
    "OutboxTests", "RunningTests", "WaitTests", "NudgeTests")
#: The model doesn't include assignments and plays, so other suites test these.
LESSONS, GAMES, MOVING = ("ClassFeedTests",), ("PlayFeedTests",), ("MovingTests",)
#: For each kind, the suites that should catch the fault, in the order in which they run.
SUITES = {
    "sync": ((MODEL,), SYNC), "lessons": (LESSONS,), "games": (GAMES,), "moved": (("FeedTests",), MOVING), "lessons-moved": (LESSONS, MOVING),
    "unseen": ()}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A fault: a text in one file, and what replaces it."""

    name: str
    sentence: str
    #: The path from the root of the tree.
    file: str
    text: str
    replacement: str
    suites: tuple[tuple[str, ...], ...]

    @property
    def is_equivalent(self) -> bool:
        """Whether no test can detect the fault, so that it isn't tested."""
        return not self.suites

    def applied(self, content: str) -> str:
        """Returns the file's content with the fault. The replaced text must occur exactly once."""
        if (count := content.count(self.text)) != 1:
            raise OutOfDate(f"The mutant {self.name} is out of date: its text occurs {count} times in {self.file}.")
        return content.replace(self.text, self.replacement)


class OutOfDate(Exception):
    """The mutant no longer fits the source tree."""


def mutants() -> list[Mutant]:
    """Reads all mutants from the *.diff files beside this one."""
    texts = [file.read_text() for file in sorted(pathlib.Path(__file__).parent.glob("*.diff"))]
    return [_read(*entry) for text in texts for entry in re.findall(r"^## (\S+) (\S+)\n(.*?)\n--- (\S+)\n(.*?)\n(?=\n|\Z)", text, re.M | re.S)]


def _read(name: str, kind: str, sentence: str, file: str, change: str) -> Mutant:
    lines = [(line[0], line[1:] + "\n") for line in change.split("\n")]
    text, replacement = ("".join(line for mark, line in lines if mark != other) for other in "+-")
    return Mutant(name, sentence.replace("\n", " "), file, text, replacement, SUITES[kind])
