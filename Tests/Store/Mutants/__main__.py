"""Makes faults on purpose, one at a time, and shows which tests catch each. The faults are the entries of the files *.diff.

An entry begins with a line `## NAME KIND`. The sentence after it describes the fault; for the kind `unseen`, it says why no test can
detect it. After `--- FILE` come the changed lines, marked with - and +. Lines that begin with a space are context.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: The suite with the model of sync, and the suites of the sync feed and the store, which run if the model's suite passes.
MODEL = "StoreModelTests"
SYNC = (
    "FeedTests", "FeedPassTests", "FeedSnapshotTests", "FeedRefusalTests", "FeedCursorTests", "ReplicaTests", "OutboxTests",
    "RunningTests", "WaitTests", "NudgeTests")
#: The model doesn't include assignments and plays, so other suites test these.
LESSONS, GAMES, MOVING = ("ClassFeedTests",), ("PlayFeedTests",), ("MovingTests",)
#: For each kind, the suites that should catch the fault, in the order in which they run.
SUITES = {
    "sync": ((MODEL,), SYNC), "lessons": (LESSONS,), "games": (GAMES,), "moved": (("FeedTests",), MOVING), "lessons-moved": (LESSONS, MOVING),
    "unseen": ()}
#: The seconds after which a test run counts as hanging. No run takes that long, even on a busy machine.
PATIENCE = 1800


class Broken(Exception):
    """A step failed that must succeed whatever the fault is, or a mutant no longer fits the source tree."""


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


class Tree:
    """A clone of the repository in its current state, with the tests built, in which faults are made."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder, self._log = folder / "tree", folder / "last"
        if not self._folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, self._folder], check=True)
        self._lay()

    def _lay(self) -> None:
        """Copies the repository with its uncommitted changes. It doesn't write equal files, so that they aren't built again."""
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True).stdout.decode().split("\0")
        names = {name for name in listed if name and (ROOT / name).is_file()}
        for old in self._folder.rglob("*"):
            name = str(old.relative_to(self._folder))
            if old.is_file() and not name.startswith((".git/", ".build/")) and name not in names | {"Package.resolved"}:
                old.unlink()
        for name in names:
            content, copy = (ROOT / name).read_bytes(), self._folder / name
            if not copy.is_file() or copy.read_bytes() != content:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(content)

    def build(self, what: str) -> None:
        """Builds the tests, which must compile."""
        try:
            if self._run(["swift", "build", "--build-tests"]) == 0:
                return
        except subprocess.TimeoutExpired:
            pass
        raise Broken(f"{what} doesn't compile: see {self._log}.")

    def is_caught(self, mutant: Mutant) -> bool:
        """Makes a fault, runs the tests that should catch it, and reverts it."""
        begin, file = time.monotonic(), self._folder / mutant.file
        before, took = file.read_text(), lambda: f"({time.monotonic() - begin:.0f} s)"
        file.write_text(mutant.applied(before))
        try:
            self.build(f"The mutant {mutant.name}")
            for suites in mutant.suites:
                if failures := self.failures(suites, mutant):
                    more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
                    catcher = "the model" if suites == (MODEL,) else "tests"
                    print(f"{mutant.name}: caught by {catcher}: {failures[0]}{more} {took()}", flush=True)
                    return True
            print(f"{mutant.name}: NOT CAUGHT {took()}", flush=True)
            return False
        finally:
            file.write_text(before)

    def failures(self, suites: tuple[str, ...], mutant: Mutant | None = None) -> list[str]:
        """Runs the tests of some suites. Returns each failure in a few words; an empty list if all tests pass.

        - mutant: the current fault, if any. The call fails if that fault keeps tests from getting a database.
        """
        program = self._folder / ".build" / "debug" / "davenportPackageTests.xctest"
        try:
            status = self._run([program, "--testing-library", "swift-testing", "--filter", rf"\.({'|'.join(suites)})/"])
        except subprocess.TimeoutExpired:
            return [f"no output for {PATIENCE} s"]
        text = self._log.read_text(errors="replace")
        if mutant and (found := re.search(r"Caught error: ((?:functions/)?\d+_\w+, line \d+: .*)", text)):
            raise Broken(f"The mutant {mutant.name} doesn't migrate: {found[1]}")
        if status < 0:
            return [f"the program was ended by {signal.Signals(-status).name}"]
        if status == 0 and not re.search(r"Test run with [1-9]\d* tests? ", text):
            raise Broken(f"There are no tests of the names {', '.join(suites)}.")
        if seeds := re.findall(r"recorded an issue with 1 argument seed → (\d+)", text):
            return [f"seeds {', '.join(sorted(set(seeds), key=int))}"]
        named = dict.fromkeys(re.findall(r'^✘ Test (?!run with )"?(.+?)"? (?:recorded|failed)', text, re.MULTILINE))
        return list(named) or ([f"status {status}"] if status else [])

    def _run(self, command: list[str | pathlib.Path]) -> int:
        with self._log.open("w") as log:
            return subprocess.run(command, cwd=self._folder, stdout=log, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False).returncode


def check(chosen: list[Mutant]) -> int:
    """Makes the faults. Returns the exit status: 1 if the tests missed one."""
    tree = Tree(pathlib.Path(os.environ.get("MUTANTS_FOLDER") or ROOT / ".build" / "mutants").absolute())
    # Check all mutants before the first build. Otherwise an outdated one would fail the run hours later.
    for mutant in chosen:
        mutant.applied((ROOT / mutant.file).read_text())
    print("Building the tests without a fault", flush=True)
    tree.build("The tree")
    if failures := tree.failures(tuple(sorted({suite for mutant in chosen for group in mutant.suites for suite in group}))):
        raise Broken(f"These tests fail without a fault: {', '.join(failures)}.")
    missed = [mutant.name for mutant in chosen if not tree.is_caught(mutant)]
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
