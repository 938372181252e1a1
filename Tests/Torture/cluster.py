"""The PostgreSQL that is killed: a cluster of its own, on a file system of its own where there can be one."""

import asyncio
import contextlib
import csv
import glob
import io
import pathlib
import re
import shutil
import struct

from failure import Failure, gist
from programs import ACCOUNT, Program, run

OWNER = "davenport_owner"
#: A small log of what is to be written, so that a full disk is full.
OPTIONS = ("listen_addresses=", "shared_buffers=64MB", "max_wal_size=128MB", "min_wal_size=32MB", "max_connections=150", "log_min_messages=log")


class Cluster:
    """From its start to its end, however often it ends in between."""

    def __init__(self, folder: pathlib.Path, log: pathlib.Path, options: tuple[str, ...]) -> None:
        """
        - folder: the file system that may be full, in which it lies.
        - options: settings besides the usual.
        """
        self._data = folder / "data"
        self.folder = folder
        self.socket = folder / "socket"
        settings = [*OPTIONS, *options, f"unix_socket_directories={self.socket}"]
        self._binaries = binaries()
        self.program = Program(
            [self._binaries / "postgres", "-D", self._data, *(part for setting in settings for part in ("-c", setting))], log, account=ACCOUNT)

    @property
    def door(self) -> pathlib.Path:
        """The socket itself."""
        return self.socket / ".s.PGSQL.5432"

    async def make(self) -> None:
        for folder in (self._data, self.socket):
            folder.mkdir(mode=0o700)
            if ACCOUNT:
                shutil.chown(folder, ACCOUNT)
        await run(
            [self._binaries / "initdb", "-D", self._data, "-U", OWNER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            account=ACCOUNT)

    async def start(self) -> None:
        """Starts it, and waits until it takes connections."""
        # Of one that was killed: its number may be another's by now.
        for left in (self._data / "postmaster.pid", self.door, self.door.with_name(self.door.name + ".lock")):
            left.unlink(missing_ok=True)
        await self.program.start()
        await self.back()

    async def back(self) -> None:
        """Waits until it takes connections, and starts it where it has given up."""
        for _ in range(6000):
            if await self._accepts():
                return
            if not self.program.is_running:
                raise Failure(f"PostgreSQL did not start: {gist(self.program.said)}")
            await asyncio.sleep(0.005)
        raise Failure("PostgreSQL did not take connections within 30 s.")

    async def _accepts(self) -> bool:
        with contextlib.suppress(OSError, EOFError, TimeoutError):
            async with asyncio.timeout(1):
                reader, writer = await asyncio.open_unix_connection(str(self.door))
                try:
                    words = b"user\0" + OWNER.encode() + b"\0database\0postgres\0\0"
                    writer.write(struct.pack("!ii", len(words) + 8, 196608) + words)
                    return await reader.readexactly(1) == b"R"
                finally:
                    writer.transport.abort()
        return False

    async def rows(self, query: str, database: str = "davenport") -> list[list[str]]:
        """What a query answers, each row by its columns."""
        command = ["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "--csv", "-t", "-h", self.socket, "-U", OWNER, "-d", database, "-f", "-"]
        return list(csv.reader(io.StringIO(await run(command, given=query))))

    def uri(self, role: str, port: int | None = None, database: str = "davenport") -> str:
        """How libpq comes to it: by its socket, or by a port of somebody in between."""
        where = f"127.0.0.1:{port}" if port else str(self.socket).replace("/", "%2F")
        return f"postgresql://{role}@{where}/{database}" + ("?sslmode=disable&gssencmode=disable" if port else "")


def binaries() -> pathlib.Path:
    """The folder of the newest PostgreSQL's programs, which on Debian is not in PATH."""
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    found.sort(key=lambda path: [int(number) for number in re.findall(r"\d+", path)])
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        raise Failure("PostgreSQL is missing: install postgresql.")
    return pathlib.Path(initdb).resolve().parent
