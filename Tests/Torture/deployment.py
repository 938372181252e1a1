"""What every deployment of a run has: operators' commands, a push worker, and the stand-in for Apple to which it pushes."""

import base64
import json
import pathlib
import secrets
from collections import Counter
from typing import Any

from cluster import OWNER
from programs import Program, run, until

TOPIC = "org.example.torture"


class Apple:
    """The stand-in for Apple, and the key with which communities push to it."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path) -> None:
        self._folder, self._key = folder / "apple", folder / "key.p8"
        self.program = Program([programs / "push-stand-in", "--state", self._folder, "--any-team", "--quiet"], folder / "apple.log")

    async def start(self) -> None:
        self._folder.mkdir()
        await self.program.start()
        url = self._folder / "url"
        await until("the stand-in is ready", lambda: url.exists() and url.read_text().strip(), 20, by=self.program)
        self._key.write_text(await run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]))

    def settings(self) -> dict[str, str]:
        """The settings of a worker that pushes here."""
        return {"APNS_SANDBOX_URL": (self._folder / "url").read_text().strip(), "APNS_CA_FILE": str(self._folder / "ca.pem")}

    def key(self, tenant: str, name: str = "KEY1234567") -> list[str | pathlib.Path]:
        """The operator's command that sets a community's push key."""
        return ["push", "key", "set", "--tenant", tenant, "--team", "TEAM123456", "--key-id", name, "--topic", TOPIC, "--environment", "sandbox",
                "--p8", self._key]

    def taken(self) -> Counter[str]:
        """How often each push was accepted, by its id. A worker that was killed may send one again, with the same id."""
        lines = [json.loads(line) for line in (self._folder / "ledger.jsonl").read_text().splitlines()]
        return Counter(line["id"] for line in lines if line["status"] == 200)


class Deployment:
    """A cluster with the programs that use it."""

    def __init__(self, folder: pathlib.Path, programs: pathlib.Path, cluster: Any) -> None:
        """
        - programs: the folder of davenport, davenport-push and push-stand-in.
        """
        self.folder, self._programs, self.cluster = folder, programs, cluster
        self._master_key = base64.b64encode(secrets.token_bytes(32)).decode()
        self.worker: Program | None = None

    def _server_uri(self) -> str:
        """The first server's way to the database."""
        return self.cluster.uri("davenport_server")

    def _worker_uri(self) -> str:
        """The worker's way to the database."""
        return self.cluster.uri("davenport_worker")

    @property
    def owner(self) -> dict[str, str]:
        """The environment of operators' commands."""
        return {
            "MIGRATION_DATABASE_URL": self.cluster.uri(OWNER), "DATABASE_URL": self._server_uri(),
            "PUSH_DATABASE_URL": self.cluster.uri("davenport_worker"), "MASTER_KEY": self._master_key, "LOG_LEVEL": "error"}

    async def operate(self, *arguments: str | pathlib.Path, programs: pathlib.Path | None = None) -> str:
        """Runs an operator's command, with the running servers' build unless `programs` names another."""
        return (await run([(programs or self._programs) / "davenport", *arguments], self.owner)).strip()

    async def push_to(self, apple: Apple) -> None:
        """Starts the worker, which pushes to this stand-in."""
        self.worker = Program(
            [self._programs / "davenport-push", "--watch"], self.folder / "worker.log",
            {"PUSH_DATABASE_URL": self._worker_uri(), "MASTER_KEY": self._master_key, "LOG_LEVEL": "error", **apple.settings()})
        await self.worker.start()
