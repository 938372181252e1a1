"""The copy of the tree in which faults are made, with a build of its own."""

import pathlib
import re
import signal
import subprocess

from mutant import Mutant

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: More than any run takes on a busy machine, in seconds. What hangs for as long doesn't work.
PATIENCE = 1800


class Broken(Exception):
    """What must work without any fault does not."""


class Tree:
    """A clone of the repository as it is now, with the tests built."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder / "tree"
        self._log = folder / "last"
        if not self._folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["git", "clone", "--quiet", "--shared", "--no-checkout", ROOT, self._folder], check=True)
        self._lay()

    def _lay(self) -> None:
        """Makes it what the repository is, with what was changed and not committed. What is the same stays, so that it isn't built anew."""
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
        """Whether it compiles."""
        try:
            return self._run(["swift", "build", "--build-tests"]) == 0
        except subprocess.TimeoutExpired:
            return False

    def without_fault(self) -> None:
        """Builds it, with nothing wrong."""
        if not self.build():
            raise Broken(f"The tree doesn't compile: see {self._log}.")

    def make(self, mutant: Mutant) -> str:
        """Makes the fault and builds it. The file's content before."""
        file = self._folder / mutant.file
        before = file.read_text()
        file.write_text(mutant.applied(before))
        if not self.build():
            self.restore(mutant, before)
            raise Broken(f"The mutant {mutant.name} doesn't compile: see {self._log}.")
        return before

    def restore(self, mutant: Mutant, before: str) -> None:
        """Takes the fault back; the next build goes without it."""
        (self._folder / mutant.file).write_text(before)

    def failures(self, suites: tuple[str, ...], mutant: Mutant | None = None) -> list[str]:
        """Runs the tests of some suites. What failed, in few words each; nothing where all pass.

        - mutant: what was made before, if anything. Where no test gets a database by it, nothing is said of what they see.
        """
        program = self._folder / ".build" / "debug" / "davenportPackageTests.xctest"
        pattern = rf"\.({'|'.join(suites)})/"
        try:
            status = self._run([program, "--testing-library", "swift-testing", "--filter", pattern])
        except subprocess.TimeoutExpired:
            return [f"nothing was said for {PATIENCE} s"]
        text = self._log.read_text(errors="replace")
        if mutant and (found := re.search(r"Caught error: (\d+_\w+, line \d+: .*)", text)):
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
