"""The PostgreSQL cluster of a run, on a separate file system if possible. The harms kill it and fill its disk."""

import asyncio
import contextlib
import csv
import io
import pathlib
import shutil
import struct

from programs import Program, run, until

from tools.system import ACCOUNT, postgres_programs

OWNER = "davenport_owner"
#: A small write-ahead log, since PostgreSQL recycles its files and could write into them even on a full disk.
OPTIONS = ("listen_addresses=", "shared_buffers=64MB", "max_wal_size=128MB", "min_wal_size=32MB", "max_connections=150", "log_min_messages=log")


class Cluster:
    """The cluster, which can be killed and started again."""

    def __init__(self, folder: pathlib.Path, log: pathlib.Path, options: tuple[str, ...]) -> None:
        """
        - folder: the cluster's file system, which may become full.
        - options: settings in addition to the usual ones.
        """
        self._data = folder / "data"
        self.folder = folder
        self.socket = folder / "socket"
        settings = [*OPTIONS, *options, f"unix_socket_directories={self.socket}"]
        self._binaries = postgres_programs()
        self.program = Program(
            [self._binaries / "postgres", "-D", self._data, *(part for setting in settings for part in ("-c", setting))], log, account=ACCOUNT)

    @property
    def door(self) -> pathlib.Path:
        """The path of the Unix socket."""
        return self.socket / ".s.PGSQL.5432"

    async def _make(self) -> None:
        for folder in (self._data, self.socket):
            folder.mkdir(mode=0o700)
            if ACCOUNT:
                shutil.chown(folder, ACCOUNT)
        await run(
            [self._binaries / "initdb", "-D", self._data, "-U", OWNER, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            account=ACCOUNT)

    async def start(self) -> None:
        """Starts it, and waits until it accepts connections. Makes it at the first call."""
        if not self._data.exists():
            await self._make()
        # A killed server leaves these files, and another process may have its id by now.
        for left in (self._data / "postmaster.pid", self.door, self.door.with_name(self.door.name + ".lock")):
            left.unlink(missing_ok=True)
        await self.program.start()
        await self.back()

    async def back(self) -> None:
        """Waits until it accepts connections."""
        await until("PostgreSQL accepts connections", self._accepts, 30, by=self.program)

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
        """Runs a query and returns its rows as lists of columns."""
        command = ["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "--csv", "-t", "-h", self.socket, "-U", OWNER, "-d", database, "-f", "-"]
        return list(csv.reader(io.StringIO(await run(command, given=query))))

    def uri(self, role: str, port: int | None = None, database: str = "davenport") -> str:
        """libpq's URI: by the socket, or by the port of a proxy or pooler."""
        where = f"127.0.0.1:{port}" if port else str(self.socket).replace("/", "%2F")
        return f"postgresql://{role}@{where}/{database}" + ("?sslmode=disable&gssencmode=disable" if port else "")

    async def end(self) -> None:
        await self.program.kill()
