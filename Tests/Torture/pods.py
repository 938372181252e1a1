"""Three pods behind one nginx: each has its PostgreSQL, server, worker and master key. They use the files of docs/operating/pods on loopback."""

import asyncio
import contextlib
import pathlib
import random
import re
import signal
import time
from collections.abc import Callable
from typing import Any

from cluster import Cluster
from deployment import Apple, Deployment
from ledger import Ledger
from programs import Program, is_ready, run, until
from world import Person

from tools.failure import Failure
from tools.nginx import nginx
from tools.system import ROOT, environment, free_port, listens
from tools.wire import Unanswered, Wire

FILES = ROOT / "docs" / "operating" / "pods"
NAMES = ("one", "two", "three")


class Pod(Deployment):
    """A whole deployment. It is killed and started as one."""

    def __init__(self, name: str, folder: pathlib.Path, programs: pathlib.Path) -> None:
        folder.mkdir()
        folder.chmod(0o755)
        super().__init__(folder, programs, Cluster(folder, folder / "postgres.log", ("max_connections=60",)))
        self.name, self.port = name, free_port()
        self.server = Program(
            [programs / "davenport", "serve", "--port", str(self.port)], folder / "server.log",
            {"DATABASE_URL": self._server_uri(), "LOG_LEVEL": "warning", "TRUSTED_PROXIES": "1", "TMPDIR": str(folder)})

    async def prepare(self) -> None:
        """Starts PostgreSQL and the server for the first time."""
        await self.cluster.start()
        await self.cluster.rows("CREATE DATABASE davenport", "postgres")
        await self.operate("migrate")
        await self.server.start()
        await self._serves()

    def all(self) -> list[Program]:
        """The running programs."""
        return [program for program in (self.server, self.worker, self.cluster.program) if program and program.is_running]

    def signal(self, number: signal.Signals) -> None:
        for program in self.all():
            program.signal(number)

    async def kill(self) -> None:
        """Kills everything at once, as a power cut does."""
        self.signal(signal.SIGKILL)
        for program in self.all():
            await program.kill()

    async def start(self) -> None:
        """Starts everything again."""
        await self.cluster.start()
        await self.server.start()
        if self.worker:
            await self.worker.start()
        await self._serves()

    async def _serves(self) -> None:
        await until(f"the server of pod {self.name} is ready", lambda: is_ready(self.port), 60, pause=0.02, by=self.server)


class TenantRows:
    """A tenant's rows in a pod's PostgreSQL: what `Cluster.rows` would return if the pod had no other tenant."""

    def __init__(self, pod: Pod, tenant: str) -> None:
        self._pod, self._tenant = pod, tenant

    async def rows(self, query: str) -> list[list[str]]:
        words = ", ".join(f"'{word}'" for word in sorted({"", *re.findall(r"[a-z_]+", query)}))
        # A temporary view comes before the table of the same name.
        return await self._pod.cluster.rows(f"""
            DO $$ DECLARE name text; BEGIN
                FOR name IN SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
                    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname IN ({words})
                LOOP EXECUTE format('CREATE TEMP VIEW %I AS SELECT * FROM public.%I WHERE tenant_id = %L', name, name, '{self._tenant}');
                END LOOP;
                CREATE TEMP VIEW tenants AS SELECT * FROM public.tenants WHERE id = '{self._tenant}';
            END $$;
            SET client_min_messages = error;
            {query}""")


class PodLedger(Ledger):
    """A ledger that remembers the notifications of the pods in which its community was, because they don't move."""

    def __init__(self) -> None:
        super().__init__()
        self._left: dict[str, tuple[str, str, str, str]] = {}

    async def leave_behind(self, rows: TenantRows) -> None:
        """Remembers the notifications of a copy that is about to be deleted."""
        self._left |= await super().told(rows)

    async def told(self, cluster: TenantRows) -> dict[str, tuple[str, str, str, str]]:
        return self._left | await super().told(cluster)


class Community:
    """A community, with what `populate` and the clients need of a site. It is in one pod, and clients reach it by its host through nginx."""

    of_tenant: tuple[str, ...]

    def __init__(self, site: "PodSite", number: int, pod: Pod) -> None:
        self._site, self.pod = site, pod
        self.tenant, self.host = f"sofa{number}", f"sofa{number}.example.org"
        self.of_tenant = ("--feature", "watch", "--feature", "class", "--feature", "play", "--host", self.host)
        self.ledger, self.people = PodLedger(), list[Person]()
        self.id = ""
        #: The code of an invite, which must outlive every move, and the pushes that left in earlier pods.
        self.code, self.pushed = "", set[str]()

    async def operate(self, *arguments: str | pathlib.Path) -> str:
        return await self.pod.operate(*arguments)

    async def start_worker(self, tenant: str) -> None:
        """Makes nginx lead to the community, and sets its push key. The workers run already."""
        await self._site.merge()
        await self.answers()
        self.id = (await self.pod.cluster.rows(f"SELECT id FROM tenants WHERE slug = '{tenant}'"))[0][0]
        await self.operate(*self._site.apple.key(tenant, f"KEY123456{tenant[-1]}"))

    async def answers(self) -> None:
        """Waits until nginx leads to the community, and the community is open."""
        async def leads() -> bool:
            with contextlib.suppress(Unanswered), contextlib.closing(self.wires()[0]) as wire:
                answer = await wire.ask("GET", "/v1/tenant", "")
                return answer.status == 200 and answer.json()["slug"] == self.tenant
            return False

        await until(f"nginx leads to {self.tenant}", leads, 30, 0.02)

    def wires(self) -> list[Wire]:
        return [Wire(self._site.port, name=self.host)]

    @property
    def cluster(self) -> TenantRows:
        return self.rows(self.pod)

    def rows(self, pod: Pod) -> TenantRows:
        """The community's rows in a pod, which may have an old copy."""
        return TenantRows(pod, self.id)

    async def sent(self) -> set[str]:
        """The ids of the pushes that have left in its pod."""
        return {row[0] for row in await self.cluster.rows("SELECT id FROM push_deliveries WHERE state = 'sent'")}

    async def leave(self, pod: Pod) -> None:
        """Remembers what a copy in a pod has and no other place, before it is deleted."""
        await self.ledger.leave_behind(self.rows(pod))
        self.pushed |= {row[0] for row in await self.rows(pod).rows("SELECT id FROM push_deliveries WHERE state = 'sent'")}


class PodSite:
    """The pods, nginx, a stand-in for Apple, and the mover's folder."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path, chance: random.Random) -> None:
        self.folder, self._programs, self._chance = folder, programs, chance
        self.pods = [Pod(name, folder / name, programs) for name in NAMES]
        self.port = free_port()
        self.apple, self._state = Apple(folder, programs), folder / "pods"
        self.nginx = Program(nginx(folder, self._site(), workers="2", connections=2000), folder / "nginx.log")
        #: Called before each command of a mover, with the pod and the command. Its result may be `skip` or `fail`.
        self.step: Callable[[str, str], Any] = lambda pod, command: None
        #: A mover's commands so far, with the moments at which they began.
        self.taken: list[tuple[float, str]] = []
        self._steps: asyncio.Server | None = None
        self._merging = asyncio.Lock()

    def pod(self, name: str) -> Pod:
        return self.pods[NAMES.index(name)]

    async def start(self) -> None:
        await asyncio.gather(self.apple.start(), *(pod.prepare() for pod in self.pods))
        for pod in self.pods:
            await pod.push_to(self.apple)
        self._steps = await asyncio.start_server(self._take_step, "127.0.0.1", 0)
        self._write_mover()
        await self.nginx.start()
        await until("nginx listens", lambda: listens(self.port), 30, by=self.nginx)

    def _write_mover(self) -> None:
        """Writes each pod's command, and the one that reloads nginx. Each first says what it does, and waits for permission."""
        assert self._steps
        port = self._steps.sockets[0].getsockname()[1]
        (self._state / "run").mkdir(parents=True)
        (self._state / "hosts.map").touch()
        asks = 'exec 7<> /dev/tcp/127.0.0.1/{port} && printf "%s\\n" "{name} $*" >&7 && read -r answer <&7 && exec 7>&-\n'
        asks += '[ "$answer" != skip ] || exit 0\n[ "$answer" != fail ] || exit 1\n'
        for pod in self.pods:
            settings = " ".join(f"{key}='{value}'" for key, value in pod.owner.items())
            self._write_script(
                self._state / "run" / pod.name,
                asks.format(port=port, name=pod.name) + f'exec env {settings} {self._programs}/davenport "$@"\n')
        self._write_script(self._state / "reload", asks.format(port=port, name="nginx reload") + f"kill -HUP $(cat {self.folder}/nginx.pid)\n")

    def _write_script(self, file: pathlib.Path, text: str) -> None:
        file.write_text("#!/usr/bin/env bash\nset -e\n" + text)
        file.chmod(0o755)

    def _site(self) -> str:
        """nginx's file from the documentation, for the pods of this run and without TLS."""
        text = (FILES / "nginx.conf").read_text()
        upstream = re.search(r"(?s)upstream one \{.*?\n\}\n", text)
        if not upstream:
            raise Failure("docs/operating/pods/nginx.conf no longer has a group named one.")
        groups = "".join(
            re.sub(r"    server .*\n(    server .*\n)", f"    server 127.0.0.1:{pod.port} max_fails=0 max_conns=60;\n", upstream[0])
            .replace("upstream one", f"upstream {pod.name}").replace("zone one", f"zone {pod.name}") for pod in self.pods)
        text = re.sub(r"(?s)upstream one \{.*?\n\}\nupstream two \{.*?\n\}\n", lambda _: groups, text)
        text = re.sub(r"\n    (ssl_|listen \[|add_header Strict|access_log).*", "", text)
        return text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{self.port}").replace("/etc/davenport/pods", str(self._state))

    async def _take_step(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            pod, _, command = (await reader.readline()).decode().strip().partition(" ")
            self.taken.append((time.monotonic(), f"{pod} {command}"))
            answer = self.step(pod, command)
            if asyncio.iscoroutine(answer):
                answer = await answer
            writer.write(f"{answer or ''}\n".encode())
            await writer.drain()
        writer.close()

    def _settings(self) -> dict[str, str]:
        return environment({"PODS": str(self._state), "PROXY": "nginx", "RELOAD": str(self._state / "reload")})

    async def merge(self) -> None:
        """Runs merge-hosts."""
        async with self._merging:
            await run([FILES / "merge-hosts"], self._settings())

    async def mover(self, *arguments: str) -> asyncio.subprocess.Process:
        """Starts move-tenant, in a process group of its own."""
        log = (self.folder / "mover.log").open("ab")
        with log:
            return await asyncio.create_subprocess_exec(
                FILES / "move-tenant", *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log, env=self._settings(),
                process_group=0, cwd="/")

    @property
    def said(self) -> str:
        """The end of the movers' log."""
        return (self.folder / "mover.log").read_text(errors="replace")[-3000:]

    async def states(self, community: Community) -> dict[str, str]:
        """The community's state in each pod."""
        found = await asyncio.gather(*(pod.cluster.rows(
            f"SELECT CASE WHEN is_moving THEN 'moving' WHEN suspended_at IS NULL THEN 'open' ELSE 'suspended' END FROM tenants"
            f" WHERE slug = '{community.tenant}'") for pod in self.pods))
        return {pod.name: rows[0][0] for pod, rows in zip(self.pods, found, strict=True) if rows}

    async def end(self) -> None:
        for pod in self.pods:
            pod.signal(signal.SIGCONT)
            await pod.kill()
            await pod.cluster.end()
        for program in (self.nginx, self.apple.program):
            await program.kill()
        if self._steps:
            self._steps.close()
