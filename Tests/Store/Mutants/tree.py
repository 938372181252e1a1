"""A copy of the source tree in which faults are made, and its tests."""

import os
import pathlib
import re
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: The seconds after which a test run counts as hanging. No run takes that long, even on a busy machine.
PATIENCE = 1800


class Broken(Exception):
    """A step failed that must succeed whatever the fault is, or a mutant no longer fits the source tree."""


class Tree:
    """A clone of the repository in its current state, in which faults are made.

    It is in .build/mutants, or in MUTANTS_FOLDER, and is kept for the next run, with its build and the output of the tests.
    """

    @staticmethod
    def place() -> pathlib.Path:
        """Returns the folder with the clone."""
        return pathlib.Path(os.environ.get("MUTANTS_FOLDER") or ROOT / ".build" / "mutants").absolute()

    def __init__(self, changes: dict[str, str] | None = None) -> None:
        """Copies the repository. `changes` has the content of the files that differ in the copy, by their paths."""
        folder = self.place()
        self.folder, self.log = folder / "tree", folder / "last"
        if not self.folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, self.folder], check=True)
        self._lay(changes or {})

    def _lay(self, changes: dict[str, str]) -> None:
        """Copies the repository with its uncommitted changes. It doesn't write equal files, so that they aren't built again."""
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True).stdout.decode().split("\0")
        names = {name for name in listed if name and (ROOT / name).is_file()}
        for old in self.folder.rglob("*"):
            name = str(old.relative_to(self.folder))
            if old.is_file() and not name.startswith((".git/", ".build/")) and name not in names | {"Package.resolved"}:
                old.unlink()
        for name in names:
            content, copy = changes[name].encode() if name in changes else (ROOT / name).read_bytes(), self.folder / name
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
        raise Broken(f"{what} doesn't compile: see {self.log}.")

    def failures(self, tests: str, fault: str = "") -> list[str]:
        """Runs the tests whose names match a pattern. Returns each failure in a few words; an empty list if all tests pass.

        - fault: the name of the current fault, if any. The call fails if that fault keeps tests from getting a database.
        """
        program = self.folder / ".build" / "debug" / "davenportPackageTests.xctest"
        try:
            status = self._run([program, "--testing-library", "swift-testing", "--filter", tests])
        except subprocess.TimeoutExpired:
            return [f"no output for {PATIENCE} s"]
        text = self.log.read_text(errors="replace")
        if fault and (found := re.search(r"Caught error: ((?:functions/|views/)?\d+_\w+, line \d+: .*)", text)):
            raise Broken(f"{fault} doesn't migrate: {found[1]}")
        if status < 0:
            return [f"the program was ended by {signal.Signals(-status).name}"]
        if status == 0 and not re.search(r"Test run with [1-9]\d* tests? ", text):
            raise Broken(f"There are no tests {tests}.")
        if seeds := re.findall(r"recorded an issue with 1 argument seed → (\d+)", text):
            return [f"seeds {', '.join(sorted(set(seeds), key=int))}"]
        named = dict.fromkeys(re.findall(r'^✘ Test (?!run with )"?(.+?)"? (?:recorded|failed)', text, re.MULTILINE))
        return list(named) or ([f"status {status}"] if status else [])

    def _run(self, command: list[str | pathlib.Path]) -> int:
        with self.log.open("w") as log:
            return subprocess.run(command, cwd=self.folder, stdout=log, stderr=subprocess.STDOUT, timeout=PATIENCE, check=False).returncode
