"""A proxy in front of PostgreSQL that simulates the faults of a network between two machines."""

import asyncio
import contextlib
import pathlib
import random
from collections.abc import Awaitable, Callable

Reach = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


class Proxy:
    """Listens on a port and forwards its connections, with the faults that are switched on."""

    def __init__(self, reach: Reach, chance: random.Random) -> None:
        """
        - reach: opens a connection to the target.
        """
        self._reach = reach
        self._chance = chance
        self._writers: set[asyncio.StreamWriter] = set()
        self._passes = asyncio.Event()
        self._passes.set()
        self._slow = 0.0
        self._is_even = False
        self._halves = False
        self._refuses = False
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def drop(self) -> None:
        """Cuts all connections, in the middle of any message."""
        for writer in list(self._writers):
            writer.transport.abort()

    def halve(self) -> None:
        """Forwards half of the next data on each connection, and then cuts the connection."""
        self._halves = True

    def hold(self) -> None:
        """Accepts data, and forwards none of it until `heal`."""
        self._passes.clear()

    def delay(self, seconds: float, exactly: bool = False) -> None:
        """Delays each piece of data by a random number of seconds up to this one; if `exactly`, by exactly this one."""
        self._slow, self._is_even = seconds, exactly

    def refuse(self) -> None:
        """Cuts all connections, and refuses new ones."""
        self._refuses = True
        self.drop()

    def heal(self) -> None:
        """Switches all faults off, and forwards the data that it held."""
        self._slow, self._halves, self._refuses = 0.0, False, False
        self._passes.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind = None
        try:
            if self._refuses:
                return
            there, behind = await self._reach()
            self._writers |= {writer, behind}
            ways = [asyncio.ensure_future(self._pass(reader, behind)), asyncio.ensure_future(self._pass(there, writer))]
            # When one side closes, close the other side too.
            _, left = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in left:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except OSError:
            return
        finally:
            for end in (writer, behind):
                if end:
                    self._writers.discard(end)
                    end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while piece := await reader.read(65536):
                await self._passes.wait()
                if self._slow:
                    await asyncio.sleep(self._slow if self._is_even else self._chance.uniform(0, self._slow))
                if self._halves:
                    writer.write(piece[:len(piece) // 2])
                    await writer.drain()
                    return
                writer.write(piece)
                await writer.drain()


def to_socket(path: pathlib.Path) -> Reach:
    """Opens connections to a Unix socket."""
    return lambda: asyncio.open_unix_connection(str(path))
