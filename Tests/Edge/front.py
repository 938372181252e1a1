"""The proxies, configured as in docs/operating, with TLS and other paths."""

import pathlib
import re
import ssl
import subprocess

from tools.failure import Failure
from tools.nginx import nginx
from tools.system import ROOT, free_port, listens

NAME = "sofa.example.org"


class Front:
    """A proxy in front of servers, in a folder of its own. It logs all that it can there."""

    def __init__(self, proxy: str, folder: pathlib.Path, servers: list[int]) -> None:
        """
        - proxy: nginx, caddy, or for communities in pods `pods` (nginx) or haproxy.
        - servers: the servers' ports.
        """
        self.proxy, self.folder, self._servers = proxy, folder, servers
        #: The ports for TLS, and for requests that nginx leads there.
        self.port, self.plain_port = free_port(), free_port()
        self._certificate, self._key = folder / "certificate.pem", folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", self._key, "-out", self._certificate], check=True, capture_output=True)

    @property
    def trust(self) -> ssl.SSLContext:
        """The TLS settings of clients that trust this proxy."""
        return ssl.create_default_context(cafile=str(self._certificate))

    @property
    def environment(self) -> dict[str, str]:
        """What Caddy needs, so that it writes into the folder alone."""
        return {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}

    def listens(self) -> bool:
        return listens(self.port)

    def command(self) -> list[str | pathlib.Path]:
        """Writes the configuration, and returns the command that starts the proxy."""
        return {"caddy": self._caddy, "haproxy": self._haproxy}.get(self.proxy, self._nginx)()

    def _caddy(self) -> list[str | pathlib.Path]:
        site = self._shown("Caddyfile").replace(f"\n{NAME} {{", f"\n{NAME}:{self.port} {{\n\tbind 127.0.0.1\n\tlog")
        site = site.replace(f"# tls /etc/ssl/{NAME}.pem /etc/ssl/{NAME}.key", f"tls {self._certificate} {self._key}")
        (self.folder / "Caddyfile").write_text(site.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n", 1))
        return ["caddy", "run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile"]

    def _haproxy(self) -> list[str | pathlib.Path]:
        both, hosts = self.folder / "both.pem", self.folder / "hosts.map"
        both.write_text(self._certificate.read_text() + self._key.read_text())
        hosts.write_text(f"{NAME} one\n")
        site = self._shown("pods/haproxy.cfg").replace("    user haproxy\n    group haproxy\n", "    log stderr format raw local0\n")
        site = site.replace("maxconn 20000", "maxconn 200").replace("defaults\n", "defaults\n    log global\n")
        site = site.replace("bind :443 ", f"bind 127.0.0.1:{self.port} ").replace("/etc/ssl/example.org.pem", str(both))
        (self.folder / "haproxy.cfg").write_text(site.replace("/etc/davenport/pods/hosts.map", str(hosts)))
        return ["haproxy", "-f", self.folder / "haproxy.cfg"]

    def _nginx(self) -> list[str | pathlib.Path]:
        site = self._shown("pods/nginx.conf" if self.proxy == "pods" else "nginx.conf")
        (self.folder / "hosts.map").write_text(f"{NAME} one;\n")
        site = re.sub(r"\n    listen \[::\]:.*", "", site).replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.plain_port};").replace("/var/log/nginx/access.log", str(self.folder / "access.log"))
        site = re.sub(r"/etc/ssl/\S+\.pem", str(self._certificate), re.sub(r"/etc/ssl/\S+\.key", str(self._key), site))
        return nginx(self.folder, site.replace("/etc/davenport/pods/hosts.map", str(self.folder / "hosts.map")))

    def _shown(self, file: str) -> str:
        """Returns a configuration file from the documentation, changed to use these servers."""
        text = (ROOT / "docs" / "operating" / file).read_text()
        shown = list(dict.fromkeys(re.findall(r"(?:127\.0\.0\.1|10\.0\.\d\.\d):80\d\d", text)))
        if len(shown) > len(self._servers):
            raise Failure(f"{file} has the servers {', '.join(shown)}.")
        for server, port in zip(shown, self._servers, strict=False):
            text = text.replace(server, f"127.0.0.1:{port}")
        return text
