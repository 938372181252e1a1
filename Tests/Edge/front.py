"""The proxies, configured as in docs/operating, with other names and paths."""

import pathlib
import re
import ssl

from programs import Program, run, until

from tools.failure import Failure
from tools.nginx import nginx
from tools.system import ROOT, free_port, listens

NAME = "sofa.example.org"


class Front:
    """A proxy in front of the servers, which listens with TLS."""

    def __init__(self, proxy: str, folder: pathlib.Path, servers: list[int]) -> None:
        """
        - servers: the ports of two servers.
        """
        self._proxy, self._folder, self._servers = proxy, folder, servers
        self.port = free_port()
        self._certificate, self._key = folder / "certificate.pem", folder / "key.pem"
        self.program: Program | None = None

    @property
    def trust(self) -> ssl.SSLContext:
        """The TLS settings of clients that trust this proxy."""
        return ssl.create_default_context(cafile=str(self._certificate))

    async def start(self) -> None:
        await run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
            "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", self._key, "-out", self._certificate])
        command = self._nginx() if self._proxy == "nginx" else self._caddy()
        self.program = Program(command, self._folder / f"{self._proxy}.log", {"HOME": str(self._folder), "XDG_DATA_HOME": str(self._folder)})
        await self.program.start()
        await until(f"{self._proxy} listens", lambda: listens(self.port), 30, by=self.program)

    def _nginx(self) -> list[str | pathlib.Path]:
        site = self._shown("nginx.conf")
        site = re.sub(r"(?s)\nserver \{\n    listen 80;.*?\n\}\n", "\n", site, count=1)
        site = re.sub(r"\n    listen \[::\]:443 .*", "", site).replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        site = site.replace(f"/etc/ssl/{NAME}.pem", str(self._certificate)).replace(f"/etc/ssl/{NAME}.key", str(self._key))
        return nginx(self._folder, site)

    def _caddy(self) -> list[str | pathlib.Path]:
        site = self._shown("Caddyfile").replace(f"\n{NAME} {{", f"\n{NAME}:{self.port} {{\n\tbind 127.0.0.1")
        site = site.replace(f"# tls /etc/ssl/{NAME}.pem /etc/ssl/{NAME}.key", f"tls {self._certificate} {self._key}")
        site = site.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
        (self._folder / "Caddyfile").write_text(site)
        return ["caddy", "run", "--config", self._folder / "Caddyfile", "--adapter", "caddyfile"]

    def _shown(self, file: str) -> str:
        """Returns a configuration file from the documentation, changed to use this run's servers."""
        text = (ROOT / "docs" / "operating" / file).read_text()
        for shown, port in zip(("127.0.0.1:8080", "127.0.0.1:8081"), self._servers, strict=True):
            if shown not in text:
                raise Failure(f"{shown} is no longer in {file}.")
            text = text.replace(shown, f"127.0.0.1:{port}")
        return text
