"""Two PostgreSQL servers under Patroni, which elects the primary with etcd. They use the files of docs/operating/patroni on loopback addresses."""

import asyncio
import contextlib
import csv
import io
import json
import os
import pathlib
import random
import shutil
import signal
import time
from typing import Any

from cluster import OWNER
from programs import Program, run, until
from proxy import Proxy

from tools.failure import Failure
from tools.system import ACCOUNT, LIBC, ROOT, free_port, listens

FILES = ROOT / "docs" / "operating" / "patroni"
#: The port of PostgreSQL on each node's own loopback address, and the one of Patroni's REST interface.
PORT, REST = 5432, 8008
PR_SET_CHILD_SUBREAPER = 36
#: The longest time in seconds until Patroni has promoted a standby, or a former primary follows the new one.
PATIENCE = 120.0


class Node:
    """One machine: Patroni with its PostgreSQL, on a loopback address of its own."""

    def __init__(self, name: str, address: str, folder: pathlib.Path, etcd_port: int, chance: random.Random) -> None:
        self.name, self.address = name, address
        self._folder = folder
        self._data = folder / "data"
        self._settings = folder / "config.yml"
        #: The way to etcd, which a harm may cut.
        self.way_to_etcd = Proxy(lambda: asyncio.open_connection("127.0.0.1", etcd_port), chance)
        self.patroni = Program(["patroni", self._settings], folder / "patroni.log", account=ACCOUNT)

    async def start(self, is_synchronous: bool) -> None:
        """Writes the node's settings, and starts Patroni for the first time."""
        await self.way_to_etcd.start()
        for folder in (self._folder, self._folder / "socket"):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)
            if ACCOUNT:
                shutil.chown(folder, ACCOUNT)
        changes = {
            # With `use_proxies` Patroni doesn't ask etcd for its own address, which would lead past the proxy.
            "10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379": f"127.0.0.1:{self.way_to_etcd.port}\n  use_proxies: true",
            "name: db1": f"name: {self.name}", "10.0.0.11": self.address, "10.0.0.0/24": "127.0.0.0/8", "scram-sha-256": "trust",
            "username: postgres": f"username: {OWNER}", "local all postgres peer": "local all all trust",
            "/var/lib/postgresql/15/davenport": str(self._data), "/var/lib/postgresql/.pgpass-patroni": str(self._folder / "pgpass"),
            "/var/run/postgresql": str(self._folder / "socket"),
        }
        if not is_synchronous:
            # The control: a standby that is far behind may take over.
            changes |= {"synchronous_mode: true": "synchronous_mode: false", "maximum_lag_on_failover: 1048576": "maximum_lag_on_failover: 1000000000"}
        text = (FILES / "config.yml").read_text()
        for old, new in changes.items():
            if old not in text:
                raise Failure(f"docs/operating/patroni/config.yml no longer contains “{old}”.")
            text = text.replace(old, new)
        self._settings.write_text(text)
        await self.patroni.start()

    def pids(self) -> list[int]:
        """The processes of the node: Patroni, and PostgreSQL, which isn't a child of Patroni."""
        with contextlib.suppress(OSError, ValueError):
            postmaster = self.postmaster()
            children = pathlib.Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
            return [*self.patroni.pids(), postmaster, *map(int, children)]
        return self.patroni.pids()

    def postmaster(self) -> int:
        """The first process of PostgreSQL, by its own file."""
        return int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])

    def signal(self, number: signal.Signals, pids: list[int]) -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def postgres(self) -> list[int]:
        """The processes of PostgreSQL."""
        return [pid for pid in self.pids() if pid not in self.patroni.pids()]

    async def kill(self) -> None:
        """Kills everything at once, as a power cut does."""
        self.signal(signal.SIGKILL, self.pids())
        await self.patroni.kill()

    async def asks(self, path: str) -> int:
        """Patroni's status for a path, such as 200 to /primary only on the primary. 0 if it doesn't answer."""
        return (await self.answer(path))[0]

    async def answer(self, path: str, method: str = "GET", body: Any = None) -> tuple[int, bytes]:
        """Patroni's status and answer."""
        with contextlib.suppress(OSError, EOFError, TimeoutError, ValueError, IndexError):
            async with asyncio.timeout(30 if body else 2):
                reader, writer = await asyncio.open_connection(self.address, REST)
                try:
                    sent = json.dumps(body).encode() if body else b""
                    writer.write(f"{method} {path} HTTP/1.0\r\nContent-Length: {len(sent)}\r\n\r\n".encode() + sent)
                    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
                    return int(head.split()[1]), answer
                finally:
                    writer.transport.abort()
        return 0, b""


async def _reap() -> None:
    """Reaps each PostgreSQL that has ended."""
    children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children")
    while True:
        for pid in map(int, children.read_text().split()):
            with contextlib.suppress(OSError):
                if "(postgres) Z " in pathlib.Path(f"/proc/{pid}/stat").read_text():
                    os.waitpid(pid, os.WNOHANG)
        await asyncio.sleep(0.1)


class PatroniCluster:
    """The cluster, with the methods of `Cluster` that a run needs."""

    def __init__(self, folder: pathlib.Path, chance: random.Random, is_synchronous: bool) -> None:
        """
        - is_synchronous: whether a commit waits for the standby, as docs/high-availability.md recommends.
        """
        self._folder = folder
        self.is_synchronous = is_synchronous
        self._etcd_port, peers = free_port(), free_port()
        urls = {"client": f"http://127.0.0.1:{self._etcd_port}", "peer": f"http://127.0.0.1:{peers}"}
        self._etcd = Program(
            ["etcd", "--enable-v2", "--data-dir", folder / "etcd", "--listen-client-urls", urls["client"], "--advertise-client-urls", urls["client"],
             "--listen-peer-urls", urls["peer"], "--initial-advertise-peer-urls", urls["peer"], "--initial-cluster", f"default={urls['peer']}"],
            folder / "etcd.log", account=ACCOUNT)
        # A network of loopback addresses that no other run has.
        network = f"127.{chance.randrange(1, 255)}.{chance.randrange(255)}"
        self.nodes = [
            Node(name, f"{network}.{number}", folder / name, self._etcd_port, chance) for name, number in (("db1", 11), ("db2", 12))]
        self._proxy_port = free_port()
        self._haproxy = Program(["haproxy", "-db", "-f", folder / "haproxy.cfg"], folder / "haproxy.log")

    async def start(self) -> None:
        """Starts etcd, the two nodes and HAProxy, and waits for a primary with a standby that follows it."""
        self._folder.chmod(0o777)
        # PostgreSQL isn't a child of Patroni, which waits until it has ended. In a container nobody else may reap it.
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._reaping = asyncio.create_task(_reap())
        await self._etcd.start()
        await until("etcd listens", lambda: listens(self._etcd_port), 30)
        one, other = self.nodes
        await one.start(self.is_synchronous)
        await self.primary()
        await other.start(self.is_synchronous)
        await self.is_whole()
        # Only root could change the account.
        text = (FILES / "haproxy.cfg").read_text().replace("    user haproxy\n    group haproxy\n", "")
        text = text.replace("127.0.0.1:5000", f"127.0.0.1:{self._proxy_port}")
        (self._folder / "haproxy.cfg").write_text(text.replace("10.0.0.11", one.address).replace("10.0.0.12", other.address))
        await self._haproxy.start()
        await until("HAProxy listens", lambda: listens(self._proxy_port), 30)

    async def primary(self) -> Node:
        """Waits until a node is the primary, and returns it."""
        async def found() -> Node | None:
            for node in self.nodes:
                if await node.asks("/primary") == 200:
                    return node
            return None

        return await until("a PostgreSQL is the primary", found, PATIENCE, 0.02)

    def other(self, node: Node) -> Node:
        return self.nodes[1 - self.nodes.index(node)]

    async def replaced(self, node: Node, postmaster: int) -> float:
        """Waits until the primary is another PostgreSQL than the one of this node and process, and returns the moment. If PostgreSQL alone
        has crashed, Patroni starts it again where no standby answers in time."""
        async def is_replaced() -> bool:
            with contextlib.suppress(OSError, ValueError):
                if node.postmaster() != postmaster and await node.asks("/primary") == 200:
                    return True
            return await self.other(node).asks("/primary") == 200

        await until(f"another PostgreSQL has replaced {node.name}", is_replaced, PATIENCE, 0.02)
        return time.monotonic()

    async def is_whole(self) -> None:
        """Waits until the standby follows the primary, and can take over without a loss if the cluster is synchronous."""
        async def follows() -> bool:
            node = await self.primary()
            streaming = await self.rows("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", "postgres")
            return streaming == [["1"]] and await self.other(node).asks("/synchronous" if self.is_synchronous else "/replica") == 200

        await until("a standby follows the primary", follows, PATIENCE, 0.1)

    async def hold_back(self) -> None:
        """Stops what sends the standby the changes of the primary, until the primary is killed."""
        for row in await self.rows("SELECT pid FROM pg_stat_replication", "postgres"):
            os.kill(int(row[0]), signal.SIGSTOP)

    async def switch_over(self) -> None:
        """Asks Patroni to make the standby the primary."""
        node = await self.primary()
        status, answer = await node.answer("/switchover", "POST", {"leader": node.name, "candidate": self.other(node).name})
        if status != 200:
            raise Failure(f"Patroni refused a switchover with {status}: {answer.decode(errors='replace')}")

    async def rows(self, query: str, database: str = "davenport") -> list[list[str]]:
        """Runs a query on the primary and returns its rows as lists of columns. Waits for a primary if there is none."""
        command = ["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "--csv", "-t", "-d", self.uri(OWNER, database=database), "-f", "-"]
        async def answered() -> list[str]:
            with contextlib.suppress(Failure):
                return [await run(command, given=query)]
            return []

        [text] = await until(f"PostgreSQL answers {query}", answered, PATIENCE, 0.2)
        return list(csv.reader(io.StringIO(text)))

    def uri(self, role: str, port: int | None = None, database: str = "davenport") -> str:
        """libpq's URI of the primary: by the list of both nodes, or by a port of this machine."""
        hosts = f"127.0.0.1:{port}" if port else ",".join(f"{node.address}:{PORT}" for node in self.nodes)
        return f"postgresql://{role}@{hosts}/{database}?sslmode=disable&gssencmode=disable&connect_timeout=2&target_session_attrs=read-write"

    def balanced_uri(self, role: str) -> str:
        """libpq's URI of the primary through HAProxy."""
        return self.uri(role, self._proxy_port)

    async def end(self) -> None:
        for node in self.nodes:
            await node.kill()
        for program in (self._haproxy, self._etcd):
            await program.kill()
        self._reaping.cancel()
