"""The deployment under test: two servers, a worker, PostgreSQL, PgBouncer, and the proxies between them."""

import os
import pathlib
import random
import subprocess
from typing import Any

from cluster import Cluster
from deployment import Apple, Deployment
from programs import Program, is_ready, until
from proxy import Proxy, to_socket

from tools.failure import say
from tools.system import ACCOUNT, free_port, listens
from tools.wire import Wire

#: The size of the file system for PostgreSQL and for the ballast file that fills it.
DISK_SIZE = "1g"


class Site(Deployment):
    """The site, in one folder. The first server connects to PostgreSQL through a proxy, the second through PgBouncer and another proxy."""

    #: Further settings of the servers.
    settings: dict[str, str] = {}
    #: The slug of the tenant.
    tenant = "torture"
    #: The options with which the tenant is created.
    of_tenant = ("--feature", "watch", "--feature", "class", "--feature", "play")

    def __init__(
            self, folder: pathlib.Path, programs: pathlib.Path, chance: random.Random, options: tuple[str, ...] = (),
            cluster: Any = None) -> None:
        """
        - options: settings of PostgreSQL in addition to the usual ones.
        - cluster: another cluster than the usual one, which the servers reach without proxies.
        """
        #: Whether the cluster has a separate file system, which a harm may fill.
        self.is_mounted = False
        self.proxies: list[Proxy] = []
        super().__init__(folder, programs, cluster or self._usual_cluster(folder, chance, options))
        self.ports = [free_port(), free_port()]
        self._pooler_port = free_port()
        self.servers: list[Program] = []
        self.pooler: Program | None = None
        self.apple = Apple(folder, programs)

    def _usual_cluster(self, folder: pathlib.Path, chance: random.Random, options: tuple[str, ...]) -> Cluster:
        disk = folder / "disk"
        disk.mkdir()
        self.is_mounted = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE},mode=0711", "tmpfs", disk], capture_output=True, check=False).returncode == 0
        cluster = Cluster(disk, folder / "postgres.log", options)
        self.proxies = [Proxy(to_socket(cluster.door), chance) for _ in range(2)]
        return cluster

    @property
    def ballast(self) -> pathlib.Path:
        """The file that fills the disk."""
        return self.folder / "disk" / "ballast"

    async def start(self, with_pooler: bool) -> None:
        await self.cluster.start()
        await self.cluster.rows("CREATE DATABASE davenport", "postgres")
        for proxy in self.proxies:
            await proxy.start()
        say("Migrating")
        await self.operate("migrate")
        if with_pooler:
            await self._start_pooler()
        for number, (port, way) in enumerate(zip(self.ports, self._ways(with_pooler), strict=True)):
            uploads = self.folder / f"uploads-{number}"
            uploads.mkdir()
            server = Program(
                [self._programs / "davenport", "serve", "--port", str(port)], self.folder / f"server-{number}.log",
                {**way, "LOG_LEVEL": "warning", "TMPDIR": str(uploads), **self.settings})
            self.servers.append(server)
            await server.start()
            await self.serving(number)

    def _ways(self, with_pooler: bool) -> list[dict[str, str]]:
        """The settings with which each server reaches the database."""
        direct = {"DATABASE_URL": self._server_uri()}
        if not with_pooler:
            return [direct, direct]
        return [direct, {"DATABASE_URL": self.cluster.uri("davenport_server", self._pooler_port), "DATABASE_POOLER": "transaction"}]

    def _server_uri(self) -> str:
        return self.cluster.uri("davenport_server", self.proxies[0].port)

    def _worker_uri(self) -> str:
        return self.cluster.uri("davenport_worker", self.proxies[0].port)

    def wires(self) -> list[Wire]:
        """Opens a client's connections to the servers."""
        return [Wire(port) for port in self.ports]

    async def renew(self, program: Program, programs: pathlib.Path) -> None:
        """Replaces a server or the worker by another build."""
        await program.renew(programs / ("davenport-push" if program is self.worker else "davenport"))

    async def serving(self, number: int) -> None:
        """Waits until a server is ready."""
        await until(f"server {number} is ready", lambda: is_ready(self.ports[number]), 60, pause=0.01, by=self.servers[number])

    async def _start_pooler(self) -> None:
        settings = self.folder / "pgbouncer.ini"
        settings.write_text(
            f"""[databases]
davenport = host=127.0.0.1 port={self.proxies[1].port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self._pooler_port}
unix_socket_dir =
auth_type = trust
auth_file = {self.folder}/users
pool_mode = transaction
default_pool_size = 16
max_client_conn = 200
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 2
server_lifetime = 600
so_reuseport = 0
log_connections = 0
log_disconnections = 0
""")
        (self.folder / "users").write_text('"davenport_server" ""\n')
        self.folder.chmod(0o755)
        self.pooler = Program(["pgbouncer", "-q", settings], self.folder / "pgbouncer.log", account=ACCOUNT)
        await self.pooler.start()
        await until("PgBouncer listens", lambda: listens(self._pooler_port), 10, by=self.pooler)

    async def start_worker(self, tenant: str) -> None:
        """Starts the worker, and the stand-in for Apple to which it pushes."""
        await self.apple.start()
        await self.operate(*self.apple.key(tenant))
        await self.push_to(self.apple)

    async def end(self) -> None:
        for program in [*self.servers, self.worker, self.pooler]:
            if program:
                await program.kill()
        await self.cluster.end()
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.folder / "disk"], check=False)
