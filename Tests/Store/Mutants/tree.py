"""A copy of the source tree, with its own build, in which faults are made."""

import pathlib
import re
import signal
import subprocess

from mutant import Mutant

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: The seconds after which a test run counts as hanging. No run takes that long, even on a busy machine.
PATIENCE = 1800


class Broken(Exception):
    """A step failed that must succeed whatever the fault is."""


class Tree:
    """A clone of the repository in its current state, with the tests built."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder / "tree"
        self._log = folder / "last"
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

    def build(self) -> bool:
        """Builds the tests, and returns whether they compile."""
        try:
            return self._run(["swift", "build", "--build-tests"]) == 0
        except subprocess.TimeoutExpired:
            return False

    def without_fault(self) -> None:
        """Builds the tests without a fault."""
        if not self.build():
            raise Broken(f"The tree doesn't compile: see {self._log}.")

    def make(self, mutant: Mutant) -> str:
        """Makes the fault and builds the tests. Returns the file's earlier content."""
        file = self._folder / mutant.file
        before = file.read_text()
        file.write_text(mutant.applied(before))
        if not self.build():
            self.restore(mutant, before)
            raise Broken(f"The mutant {mutant.name} doesn't compile: see {self._log}.")
        return before

    def restore(self, mutant: Mutant, before: str) -> None:
        """Reverts the fault, for the next build."""
        (self._folder / mutant.file).write_text(before)

    def failures(self, suites: tuple[str, ...], mutant: Mutant | None = None) -> list[str]:
        """Runs the tests of some suites. Returns each failure in a few words; an empty list if all tests pass.

        - mutant: the current fault, if any. The call fails if that fault keeps tests from getting a database.
        """
        program = self._folder / ".build" / "debug" / "davenportPackageTests.xctest"
        pattern = rf"\.({'|'.join(suites)})/"
        try:
            status = self._run([program, "--testing-library", "swift-testing", "--filter", pattern])
        except subprocess.TimeoutExpired:
            return [f"no output for {PATIENCE} s"]
        text = self._log.read_text(errors="replace")
        if mutant and (found := re.search(r"Caught error: ((?:functions/)?\d+_\w+, line \d+: .*)", text)):
            raise Broken(f"The mutant {mutant.name} doesn't migrate: {found[1]}")
        if status < 0:
            return [f"the program was ended by {signal.Signals(-status).name}"]
        if status == 0 and not re.search(r"Test run with [1-9]\d* tests? ", text):
            raise Broken(f"There are no tests of the names {', '.join(suites)}.")
        seeds = re.findall(r"recorded an issue with 1 argument seed → (\d+)", text)
        if seeds:
            return [f"seeds {', '.join(sorted(set(seeds), key=int))}"]
        named = dict.fromkeys(re.findall(r'^✘ Test (?!run with )"?(.+?)"? (?:recorded|failed)', text, re.MULTILINE))
        return list(named) or ([f"status {status}"] if status else [])

    def _run(self, command: list[str | pathlib.Path]) -> int:
        with self._log.open("w") as log:
            return subprocess.run(command, cwd=self._folder, stdout=log, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False).returncode
