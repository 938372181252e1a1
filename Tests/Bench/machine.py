"""Describes the machine on which the figures were measured."""

import datetime
import os
import pathlib
import subprocess

import processor
from postgres import Postgres


def described(postgres: Postgres | None = None) -> str:
    """One line about the machine and the programs on it."""
    parts = [
        datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d"), f"{processor.COUNT} processors ({_model()})",
        f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB",
        *([_version(postgres.programs / "postgres", "--version")] if postgres else []), _version("swift", "--version"), *_autogroups()]
    return ", ".join(parts)


def _autogroups() -> list[str]:
    """Whether Linux first divides processors among sessions. The server and PostgreSQL are two sessions, and p99 depends on it."""
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
