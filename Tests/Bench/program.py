"""The measured programs, their commits, and the machine on which they run."""

import dataclasses
import datetime
import os
import pathlib
import subprocess

import processor
from postgres import Postgres

from tools.failure import Failure, say
from tools.processes import Processes
from tools.system import ROOT


@dataclasses.dataclass(frozen=True)
class Program:
    """A release build of davenport, and its name in the results."""

    name: str
    path: pathlib.Path

    def origin(self) -> str:
        """The commit of its source, as far as it is known."""
        return f"{self.name}: {commit(self.path.resolve().parent, built=self.path.stat().st_mtime)}"

    def migrations(self) -> list[pathlib.Path]:
        """The migrations beside the program; this tree's if there are none."""
        beside = self.path.resolve().parent / "davenport_Schema.resources" / "migrations"
        return sorted((beside if beside.is_dir() else ROOT / "sql" / "migrations").glob("*.sql"))


def programs(paths: tuple[pathlib.Path, ...], processes: Processes) -> list[Program]:
    """The requested programs, the older first; or one that is built now."""
    found = [Program("server", build("davenport", processes, "--static-swift-stdlib"))] if not paths else [
        Program(name, path) for name, path in zip(("before", "after") if len(paths) == 2 else ("server",), paths, strict=True)]
    for program in found:
        say(f"{program.name}: {program.path}")
    return found


def companion(program: Program, product: str, processes: Processes, *options: str) -> pathlib.Path:
    """Another product, from the folder of a program. It is built if it isn't there.

    - options: build options that replace the server's.
    """
    beside = program.path.resolve().parent / product
    return beside if os.access(beside, os.X_OK) else build(product, processes, *(options or ["--static-swift-stdlib"]))


def build(product: str, processes: Processes, *options: str) -> pathlib.Path:
    """Builds a product of this tree for release."""
    say("Building the release program. The first time this takes many minutes.")
    command = ["swift", "build", "-c", "release"]
    processes.run([*command, "--product", product, *options], timeout=4 * 3600, shown=True)
    return pathlib.Path(processes.run([*command, "--show-bin-path"], timeout=600).stdout.strip()) / product


def commit(folder: pathlib.Path, built: float | None = None) -> str:
    """The commit of the tree around a folder, and whether that tree is clean.

    - built: the program's build time. A program that is older than the commit may come from another commit.
    """
    try:
        name, time = _git(folder, "log", "-1", "--format=%h %ct").split()
        changed = len(_git(folder, "status", "--porcelain").splitlines())
    except Failure:
        return "of no known commit"
    state = f"with {changed} changed files" if changed else "clean"
    age = ", built before that commit was made" if built and built < int(time) else ""
    return f"in the tree of {name}, {state}{age}"


def _git(folder: pathlib.Path, *arguments: str) -> str:
    # This doesn't need `Processes`, because git only reads, and ends at once.
    try:
        done = subprocess.run(
            ["git", "-C", folder, *arguments], capture_output=True, text=True, timeout=60, env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"})
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"git: {error}") from error
    if done.returncode != 0:
        raise Failure(f"git: {done.stderr}")
    return done.stdout.strip()


def described(postgres: Postgres | None = None) -> str:
    """One line about the machine and the programs on it."""
    parts = [
        datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"), f"{processor.COUNT} processors ({_model()})",
        f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB",
        *([_version(postgres.programs / "postgres", "--version")] if postgres else []), _version("swift", "--version"), *_autogroups()]
    return ", ".join(parts)


def _autogroups() -> list[str]:
    """Whether Linux divides processors among sessions first. p99 depends on that, because the server and PostgreSQL are two sessions."""
    try:
        setting = pathlib.Path("/proc/sys/kernel/sched_autogroup_enabled").read_text().strip()
    except OSError:
        return []
    return [f"autogroups {'off' if setting == '0' else 'on'}"]


def _model() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return os.uname().machine


def _version(*command: str | pathlib.Path) -> str:
    """The first line of a program's version; only its name if it prints none."""
    try:
        lines = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.splitlines()
    except (OSError, subprocess.TimeoutExpired):
        lines = []
    return lines[0].strip() if lines else str(command[0])
