"""Runs a tool in a new folder, and prints its report."""

import asyncio
import pathlib
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Protocol

from tools.failure import Failure


class Report(Protocol):
    """The result of a run."""

    @property
    def is_good(self) -> bool:
        """Whether the run met every requirement."""

    def text(self, seconds: float) -> str:
        """The report as text, with the faults first. `seconds` is the duration of the run."""


def in_folder(name: str, run: Callable[[pathlib.Path], Awaitable[Report]], keeps: bool = False) -> int:
    """Runs a tool in a new folder below /var/tmp, prints its report, and returns the exit status.

    - keeps: whether to keep the folder with the logs after a good run too.
    """
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"davenport-{name.split('-')[-1].split('/')[-1]}-", dir="/var/tmp"))
    folder.chmod(0o755)
    begin = time.monotonic()
    try:
        report = asyncio.run(run(folder))
        print(report.text(time.monotonic() - begin))
        is_good = report.is_good
    except Failure as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        is_good = False
    except Exception as error:
        # An error in the tool itself. Print only the last frames, so that its cause is at the end of the output.
        print(*traceback.format_exception(error, limit=-3), sep="", file=sys.stderr)
        is_good = False
    if is_good and not keeps:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(f"The logs are in {folder}.", file=sys.stderr)
    return 0 if is_good else 1
