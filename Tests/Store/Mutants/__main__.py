"""Makes faults on purpose, one at a time, and shows which tests catch each. The faults are the entries of the files *.diff.

An entry begins with a line `## NAME KIND`. The sentence after it describes the fault; for the kind `unseen`, it says why no test can
detect it. After `--- FILE` come the changed lines, marked with - and +. Lines that begin with a space are context.
"""

import argparse
import dataclasses
import pathlib
import re
import sys
import time

from tree import ROOT, Broken, Tree

#: The suite with the model of sync, and the suites of the sync feed and the store, which run if the model's suite passes.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "OutboxTests",
    "RunningTests", "LongPollTests", "ChangeNotifierTests")
#: The model acts on assignments and plays in few ways and moves no tenant, so other suites test these.
LESSONS, GAMES, MOVING = ("ClassFeedTests",), ("PlayFeedTests",), ("MovingTests",)
#: For each kind, the suites that should catch the fault, in the order in which they run.
SUITES = {
    "sync": ((MODEL,), SYNC), "lessons": (LESSONS,), "games": (GAMES,), "moved": (("FeedTests",), MOVING), "lessons-moved": (LESSONS, MOVING),
    "unseen": ()}


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A fault: a text in one file, and what replaces it. Without suites, no test can detect it."""

    name: str
    sentence: str
    #: The path from the root of the tree.
    file: str
    text: str
    replacement: str
    suites: tuple[tuple[str, ...], ...]

    def applied(self, content: str) -> str:
        """Returns the file's content with the fault. The replaced text must occur exactly once."""
        if (count := content.count(self.text)) != 1:
            raise Broken(f"The mutant {self.name} is out of date: its text occurs {count} times in {self.file}.")
        return content.replace(self.text, self.replacement)


def _read(name: str, kind: str, sentence: str, file: str, change: str) -> Mutant:
    lines = [(line[0], line[1:] + "\n") for line in change.split("\n")]
    text, replacement = ("".join(line for mark, line in lines if mark != other) for other in "+-")
    return Mutant(name, sentence.replace("\n", " "), file, text, replacement, SUITES[kind])


def mutants() -> list[Mutant]:
    """Reads all mutants from the *.diff files beside this one."""
    texts = [file.read_text() for file in sorted(pathlib.Path(__file__).parent.glob("*.diff"))]
    return [_read(*entry) for text in texts for entry in re.findall(r"^## (\S+) (\S+)\n(.*?)\n--- (\S+)\n(.*?)\n(?=\n|\Z)", text, re.M | re.S)]


def is_caught(tree: Tree, mutant: Mutant) -> bool:
    """Makes a fault, runs the tests that should catch it, and reverts it."""
    begin, file = time.monotonic(), tree.folder / mutant.file
    before, took = file.read_text(), lambda: f"({time.monotonic() - begin:.0f} s)"
    file.write_text(mutant.applied(before))
    try:
        tree.build(f"The mutant {mutant.name}")
        for suites in mutant.suites:
            if failures := tree.failures(tests_of(suites), f"The mutant {mutant.name}"):
                more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
                catcher = "the model" if suites == (MODEL,) else "tests"
                print(f"{mutant.name}: caught by {catcher}: {failures[0]}{more} {took()}", flush=True)
                return True
        print(f"{mutant.name}: NOT CAUGHT {took()}", flush=True)
        return False
    finally:
        file.write_text(before)


def tests_of(suites: tuple[str, ...]) -> str:
    """Returns the pattern of the names of the suites' tests."""
    return rf"\.({'|'.join(suites)})/"


def check(chosen: list[Mutant]) -> int:
    """Makes the faults. Returns the exit status: 1 if the tests missed one."""
    tree = Tree()
    # Check all mutants before the first build. Otherwise an outdated one would fail the run hours later.
    for mutant in chosen:
        mutant.applied((ROOT / mutant.file).read_text())
    print("Building the tests without a fault", flush=True)
    tree.build("The tree")
    if failures := tree.failures(tests_of(tuple(sorted({suite for mutant in chosen for group in mutant.suites for suite in group})))):
        raise Broken(f"These tests fail without a fault: {', '.join(failures)}.")
    missed = [mutant.name for mutant in chosen if not is_caught(tree, mutant)]
    print(f"{len(chosen)} faults were made, {len(chosen) - len(missed)} were caught" + "".join(f"\nnot caught: {name}" for name in missed))
    return 1 if missed else 0


def main() -> int:
    """Runs the chosen mutants, or lists all."""
    parser = argparse.ArgumentParser(prog="bin/check --mutants", description="Makes faults on purpose, and shows which tests catch each.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="the faults to make; all by default")
    parser.add_argument("--list", action="store_true", help="print the faults' names, each with a sentence")
    arguments, known = parser.parse_args(), {mutant.name: mutant for mutant in mutants()}
    if arguments.list:
        print("\n".join(f"{mutant.name}: {mutant.sentence}" for mutant in known.values()))
        return 0
    try:
        if unknown := sorted(set(arguments.names) - known.keys()):
            raise Broken(f"There is no mutant {', '.join(unknown)}; --list names them.")
        if unseen := [name for name in arguments.names if not known[name].suites]:
            raise Broken(f"No test can detect {', '.join(unseen)}; --list says why.")
        return check([mutant for name, mutant in known.items() if mutant.suites and name in (arguments.names or known)])
    except Broken as fault:
        print(f"bin/check --mutants: {fault}", file=sys.stderr)
        return 1


sys.exit(main())
