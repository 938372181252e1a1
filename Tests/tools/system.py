"""The machine that runs the tools: environment variables, memory and open files of processes, ports, and PostgreSQL's programs."""

import ctypes
import glob
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
from collections.abc import Callable, Mapping

from tools.failure import Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: The user that runs PostgreSQL and PgBouncer, which refuse to run as root.
ACCOUNT = "postgres" if os.geteuid() == 0 else None
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None, use_errno=True)


def ending_with_this(number: signal.Signals) -> Callable[[], object]:
    """Returns a function for a child process to call first. The kernel then sends it this signal if this process is killed."""
    return lambda: LIBC.prctl(PR_SET_PDEATHSIG, int(number))


def environment(changes: Mapping[str, str] | None) -> dict[str, str]:
    """This process's environment, without the variables that select another PostgreSQL or a temporary folder that the user `postgres`
    can't use."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("PG") and key != "TMPDIR"}
    return {**ours, **(changes or {})}


def postgres_programs() -> pathlib.Path:
    """The folder with the programs of the newest PostgreSQL. On Debian it isn't in PATH."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    found.sort(key=lambda path: [int(number) for number in re.findall(r"\d+", path)])
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        raise Failure("PostgreSQL is missing: install postgresql.")
    return pathlib.Path(initdb).resolve().parent


def free_port() -> int:
    """A port on which no program listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def listens(port: int) -> bool:
    """Whether a program listens on the port."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def memory(pid: int, key: str) -> float:
    """A value of the process's status file, such as VmRSS, in MB."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1024
    return 0


def descriptors(pid: int) -> int:
    """The number of a process's open files and connections."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def allow_files(connections: int = 0) -> None:
    """Raises the limit of open files to the system's maximum. Fails if that is too low for client and server together."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = connections + 200
    if most != resource.RLIM_INFINITY and most < files:
        raise Failure(f"{connections:,} connections need {files} open files, and this system allows {most}: see ulimit -Hn.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
