"""A private PostgreSQL in a folder that is kept for the next run."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
from urllib.parse import quote

from tools.failure import Failure, say
from tools.processes import Processes
from tools.system import ACCOUNT, postgres_programs
from tools.waiting import wait

OWNER = "davenport_owner"
#: Commits are durable, as by default. The memory is that of a small server. There is no checkpoint within a round.
OPTIONS = (
    "listen_addresses=", "shared_buffers=1GB", "max_wal_size=4GB", "checkpoint_timeout=30min", "logging_collector=on",
    "log_destination=jsonlog", "log_filename=log")


class Postgres:
    """A running cluster in a folder."""

    def __init__(self, processes: Processes, data: pathlib.Path, work: pathlib.Path) -> None:
        self._processes = processes
        self._cluster = data / "cluster"
        self._output = work / "postgres"
        self._socket = data / "socket"
        self.logs = data / "logs"
        self.programs = postgres_programs()
        if not os.access(self.programs / "pgbench", os.X_OK):
            raise Failure(f"{self.programs} has no pgbench: install postgresql-contrib.")
        for folder in (self._socket, self.logs):
            self._make(folder)
        if not (self._cluster / "PG_VERSION").exists():
            self._initialize()
        self.pid = self._start().pid

    def _make(self, folder: pathlib.Path) -> None:
        folder.mkdir(exist_ok=True)
        if ACCOUNT:
            shutil.chown(folder, ACCOUNT, pwd.getpwnam(ACCOUNT).pw_gid)
        folder.chmod(0o700)

    def _initialize(self) -> None:
        say(f"Making a PostgreSQL database in {self._cluster.parent}")
        shutil.rmtree(self._cluster, ignore_errors=True)
        self._make(self._cluster)
        self._processes.run(
            [self.programs / "initdb", "-D", self._cluster, "-U", OWNER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-instructions"],
            timeout=600, account=ACCOUNT)

    def _start(self) -> subprocess.Popen[str]:
        # A killed run may have left its server running.
        if (self._cluster / "postmaster.pid").exists():
            self._leave_to_end()
        for log in self.logs.iterdir():
            log.unlink()
        options = [*OPTIONS, f"unix_socket_directories={self._socket}", f"log_directory={self.logs}"]
        # At SIGINT, PostgreSQL ends its sessions and shuts down cleanly.
        process = self._processes.start(
            [self.programs / "postgres", "-D", self._cluster, *(part for option in options for part in ("-c", option))],
            log=self._output, end=signal.SIGINT, account=ACCOUNT)
        wait("PostgreSQL takes connections", self._is_ready, pause=0.1, by=(process, self._output))
        return process

    def _leave_to_end(self) -> None:
        try:
            self._processes.run([self.programs / "pg_ctl", "stop", "-s", "-D", self._cluster, "-m", "fast"], timeout=90, account=ACCOUNT)
        except Failure:
            # Only its file was left. If a server does run, the next start fails with an error that says so.
            return

    def _is_ready(self) -> bool:
        try:
            self._processes.run([self.programs / "pg_isready", "-q"], environment=self.environment())
        except Failure:
            return False
        return True

    def environment(self, role: str = OWNER, database: str = "postgres") -> dict[str, str]:
        """Returns the environment that makes PostgreSQL's programs use this database."""
        return {"PGHOST": str(self._socket), "PGUSER": role, "PGDATABASE": database, "PGCONNECT_TIMEOUT": "10"}

    def url(self, role: str, database: str) -> str:
        """The database's URL for davenport."""
        return f"postgresql://{role}@{quote(str(self._socket), safe='')}/{database}"

    def psql(
            self, *arguments: str | pathlib.Path, role: str = OWNER, database: str = "postgres", options: str = "",
            timeout: float = 600) -> str:
        """Runs psql with the arguments, such as `-f file`, and returns its output."""
        environment = self.environment(role, database) | {"PGOPTIONS": f"-c client_min_messages=warning {options}".strip()}
        command = ["psql", "-XqAt", "-F", " ", "-v", "ON_ERROR_STOP=1", *arguments]
        return self._processes.run(command, timeout=timeout, environment=environment).stdout

    def rows(self, query: str, role: str = OWNER, database: str = "davenport", options: str = "") -> list[list[str]]:
        """The rows of a query as lists of columns. No column may be empty or contain a space."""
        return [line.split(" ") for line in self.psql("-c", query, role=role, database=database, options=options).splitlines()]

    def wait_until_gone(self, application: str) -> None:
        """Waits until a program has no session left, because its sessions may end a moment after it."""
        sessions = f"SELECT 1 FROM pg_stat_activity WHERE application_name = '{application}'"
        wait(f"the sessions of {application} have ended", lambda: not self.rows(sessions), pause=0.1)
