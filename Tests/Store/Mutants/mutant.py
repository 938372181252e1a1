"""A fault that is made on purpose."""

import dataclasses

#: The model of sync, and the tests of the feed and the store that run if the model finds nothing.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "ReplicaItemTests",
    "OutboxTests", "RunningTests", "WaitTests", "NudgeTests")
#: The model has no lessons and games, so these have tests of their own.
LESSONS = ("ClassFeedTests",)
GAMES = ("PlayFeedTests",)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A replacement of one text in one file."""

    name: str
    #: A sentence that describes the fault. For an equivalent mutant it also says why no test can detect it.
    sentence: str
    #: The path from the root of the tree.
    file: str
    text: str
    replacement: str
    #: The suites that should catch it, in the order in which they run.
    suites: tuple[tuple[str, ...], ...] = ((MODEL,), SYNC)
    #: Whether no test can detect it, so that it isn't run.
    is_equivalent: bool = False

    def applied(self, content: str) -> str:
        """Returns the file's content with the fault. The text must occur exactly once."""
        if (count := content.count(self.text)) != 1:
            raise OutOfDate(f"The mutant {self.name} is out of date: its text occurs {count} times in {self.file}.")
        return content.replace(self.text, self.replacement)


class OutOfDate(Exception):
    """The tree has changed since the mutant was written."""
