"""Sends requests with secret paths to each proxy while the servers behind it are stopped, and looks for the secrets in all logs.

Run by bin/check --edge secrets [nginx|caddy|pods|haproxy …]. It needs no server of Davenport's.
"""

import http.client
import concurrent.futures
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from tools.nginx import nginx
from tools.system import ROOT, free_port, listens

NAME = "sofa.example.org"
SECRET = "SeCrEt0"
#: Each path has the secret with a number of its own, so that a fault names the request.
PATHS = [
    "/v1/calendar/{}.ics", "/v1/%63alendar/{}.ics", "/v1/calendar%2F{}.ics", "//v1//calendar/{}.ics", "/v1/x/../calendar/{}.ics", "/v1/calendar/{}%zz",
    "/v1/hooks/player/{}", "/v1/h%6Foks/player/{}", "/v1/devices/{}", "/v1/calendar/{}.ics?a=b", "/v1/calendar/{}.ics?" + "a" * 3000,
]


def shown(file: str, ports: list[int]) -> str:
    """Returns a configuration of docs/operating whose servers are on these ports."""
    text = (ROOT / "docs" / "operating" / file).read_text()
    servers = re.findall(r"(?:127\.0\.0\.1|10\.0\.\d\.\d):80\d\d", text)
    for server, port in zip(dict.fromkeys(servers), ports, strict=False):
        text = text.replace(server, f"127.0.0.1:{port}")
    return text


def configured(proxy: str, folder: pathlib.Path, port: int, plain: int, ports: list[int]) -> list[str | pathlib.Path]:
    """Writes the proxy's configuration, and returns the command that starts it. It logs all that it can into the folder."""
    both, logs = folder / "both.pem", folder / "access.log"
    if proxy == "caddy":
        site = shown("Caddyfile", ports).replace(f"\n{NAME} {{", f"\n{NAME}:{port} {{\n\tbind 127.0.0.1\n\tlog")
        site = site.replace(f"# tls /etc/ssl/{NAME}.pem /etc/ssl/{NAME}.key", f"tls {folder}/certificate.pem {folder}/key.pem")
        (folder / "Caddyfile").write_text(site.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n", 1))
        return ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    if proxy == "haproxy":
        site = shown("pods/haproxy.cfg", ports).replace("    user haproxy\n    group haproxy\n", "    log stderr format raw local0\n")
        site = site.replace("maxconn 20000", "maxconn 200").replace("defaults\n", "defaults\n    log global\n").replace("bind :443 ", f"bind 127.0.0.1:{port} ")
        (folder / "hosts.map").write_text(f"{NAME} one\n")
        site = site.replace("/etc/ssl/example.org.pem", str(both)).replace("/etc/davenport/pods/hosts.map", str(folder / "hosts.map"))
        (folder / "haproxy.cfg").write_text(site)
        return ["haproxy", "-f", folder / "haproxy.cfg"]
    site = shown("pods/nginx.conf" if proxy == "pods" else "nginx.conf", ports)
    (folder / "hosts.map").write_text(f"{NAME} one;\n")
    site = re.sub(r"\n    listen \[::\]:.*", "", site).replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = re.sub(r"/etc/ssl/\S+\.pem", str(folder / "certificate.pem"), site)
    site = re.sub(r"/etc/ssl/\S+\.key", str(folder / "key.pem"), site)
    site = site.replace("/etc/davenport/pods/hosts.map", str(folder / "hosts.map")).replace("/var/log/nginx/access.log", str(logs))
    return nginx(folder, site)


def ask(port: int, number: int, method: str, path: str, tls: ssl.SSLContext | None) -> None:
    """Sends a request, whatever the answer is."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as plain:
        connection = tls.wrap_socket(plain, server_hostname=NAME) if tls else plain
        body = "x" * 200 if method == "POST" else ""
        head = f"{method} {path.format(SECRET + str(number) + '.')} HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        connection.sendall((head + body).encode())
        while connection.recv(65536):
            pass


def breaking(server: socket.socket) -> None:
    """Accepts connections, and breaks each after its request, as a server does that is killed."""
    while True:
        try:
            connection, _ = server.accept()
            connection.recv(65536)
            connection.close()
        except OSError:
            return


def run(proxy: str) -> list[str]:
    """Runs one proxy. Returns the faults."""
    with tempfile.TemporaryDirectory() as name, socket.create_server(("127.0.0.1", 0)) as server:
        folder = pathlib.Path(name)
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        (folder / "both.pem").write_text(certificate.read_text() + key.read_text())
        port, plain = free_port(), free_port()
        threading.Thread(target=breaking, args=[server], daemon=True).start()
        # One server is stopped, and one breaks its connections.
        command = configured(proxy, folder, port, plain, [free_port(), server.getsockname()[1], free_port(), free_port()])
        with (folder / "output.log").open("wb") as output:
            program = subprocess.Popen(command, stdout=output, stderr=output, env={"HOME": name, "PATH": "/usr/sbin:/usr/bin:/bin:/usr/local/bin"})
        try:
            deadline = time.monotonic() + 60
            while not listens(port):
                if program.poll() is not None or time.monotonic() > deadline:
                    return [f"{proxy} did not start: {(folder / 'output.log').read_text()[-2000:]}"]
                threading.Event().wait(0.05)
            tls = ssl.create_default_context(cafile=str(certificate))
            ways = [(port, tls)] + ([(plain, None)] if proxy == "nginx" else [])
            requests = [(way, number, method, path, trust) for way, trust in ways for number, path in enumerate(PATHS) for method in ("GET", "POST")]
            # The logs do have other requests.
            requests += [(way, 99, "GET", "/v1/rooms?shown={}", trust) for way, trust in ways]
            # Caddy looks for another server for five seconds, so the requests wait together.
            with concurrent.futures.ThreadPoolExecutor(len(requests)) as pool:
                list(pool.map(lambda request: ask(*request), requests))
        finally:
            program.terminate()
            program.wait(30)
        found = {}
        for file in folder.rglob("*.log"):
            for line in file.read_text(errors="replace").splitlines():
                for number in re.findall(SECRET + r"(\d+)\.", line):
                    found.setdefault(int(number), f"{proxy}: {file.name}: {line[:300]}")
        logged = any("/v1/rooms" in file.read_text(errors="replace") or " GET" in file.read_text(errors="replace") for file in folder.rglob("*.log"))
        other = [] if logged or proxy == "caddy" else [f"{proxy}: nothing is logged at all, so this shows nothing"]
        return [line for number, line in sorted(found.items()) if number != 99] + other


faults = [fault for proxy in sys.argv[1:] or ["nginx", "pods", "caddy", "haproxy"] for fault in run(proxy)]
print("\n".join(faults) or "No secret of a path is in any log.")
sys.exit(1 if faults else 0)
