"""A fault that is made on purpose."""

import dataclasses

#: What is in the model of sync, and which tests of the feed and of the store are asked where the model sees nothing.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "ReplicaItemTests",
    "OutboxTests", "RunningTests", "WaitTests", "NudgeTests")
#: Nothing of lessons and games is in the model: these are their own tests.
LESSONS = ("ClassFeedTests",)
GAMES = ("PlayFeedTests",)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One text of one file in another's place."""

    name: str
    #: What is wrong then, in a sentence; of an equivalent one also why nobody can see it.
    sentence: str
    #: From the root of the tree.
    file: str
    text: str
    replacement: str
    #: The suites that are to catch it, first of all and where those don't.
    suites: tuple[tuple[str, ...], ...] = ((MODEL,), SYNC)
    #: Whether nobody can see it, so that it isn't run.
    is_equivalent: bool = False

    def applied(self, content: str) -> str:
        """The file's content with the fault; the text must be there once."""
        if (count := content.count(self.text)) != 1:
            raise OutOfDate(f"The mutant {self.name} is out of date: its text occurs {count} times in {self.file}.")
        return content.replace(self.text, self.replacement)


class OutOfDate(Exception):
    """The tree has changed since the mutant was written."""
