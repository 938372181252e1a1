"""Sends requests with secret paths to each proxy while the servers behind it are stopped, and looks for the secrets in all logs.

Run by bin/check --edge secrets [nginx|caddy|pods|haproxy …]. It needs no server of Davenport's.
"""

import concurrent.futures
import pathlib
import re
import socket
import ssl
import sys
import tempfile
import threading

from front import NAME, Front

from tools.processes import Processes
from tools.system import free_port
from tools.waiting import wait

SECRET = "SeCrEt0"
#: Each path has the secret with a number of its own, so that a fault names the request.
PATHS = [
    "/v1/calendar/{}.ics", "/v1/%63alendar/{}.ics", "/v1/calendar%2F{}.ics", "//v1//calendar/{}.ics", "/v1/x/../calendar/{}.ics", "/v1/calendar/{}%zz",
    "/v1/hooks/player/{}", "/v1/h%6Foks/player/{}", "/v1/devices/{}", "/v1/calendar/{}.ics?a=b", "/v1/calendar/{}.ics?" + "a" * 3000,
]


def ask(port: int, number: int, method: str, path: str, tls: ssl.SSLContext | None) -> None:
    """Sends a request, whatever the answer is."""
    with socket.create_connection(("127.0.0.1", port), timeout=600) as plain:
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
    with tempfile.TemporaryDirectory() as name, socket.create_server(("127.0.0.1", 0)) as server, Processes() as processes:
        # One server is stopped, and one breaks its connections.
        threading.Thread(target=breaking, args=[server], daemon=True).start()
        folder = pathlib.Path(name)
        front = Front(proxy, folder, [free_port(), server.getsockname()[1], free_port(), free_port()])
        output = folder / "output.log"
        program = processes.start(front.command(), log=output, environment=front.environment)
        wait(f"{proxy} listens", front.listens, by=(program, output))
        ways = [(front.port, front.trust)] + ([(front.plain_port, None)] if proxy == "nginx" else [])
        requests = [(port, number, method, path, trust) for port, trust in ways for number, path in enumerate(PATHS) for method in ("GET", "POST")]
        # The logs do have other requests.
        requests += [(port, 99, "GET", "/v1/rooms?shown={}", trust) for port, trust in ways]
        # Caddy looks for another server for five seconds, so the requests wait together.
        with concurrent.futures.ThreadPoolExecutor(len(requests)) as pool:
            list(pool.map(lambda request: ask(*request), requests))
        processes.stop(program)
        found: dict[int, str] = {}
        texts = {file.name: file.read_text(errors="replace") for file in folder.rglob("*.log")}
        for file, text in texts.items():
            for line in text.splitlines():
                for number in re.findall(SECRET + r"(\d+)\.", line):
                    found.setdefault(int(number), f"{proxy}: {file}: {line[:300]}")
        logged = any("/v1/rooms" in text or " GET" in text for text in texts.values())
        other = [] if logged or proxy == "caddy" else [f"{proxy}: nothing is logged at all, so this shows nothing"]
        return [line for number, line in sorted(found.items()) if number != 99] + other


faults = [fault for proxy in sys.argv[1:] or ["nginx", "pods", "caddy", "haproxy"] for fault in run(proxy)]
print("\n".join(faults) or "No secret of a path is in any log.")
sys.exit(1 if faults else 0)
