"""A Davenport server with the demo's community, which tests of the web client start, stop and call."""

import base64
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tools.system import ROOT, free_port  # noqa: E402

PROGRAM = os.environ.get("DAVENPORT", str(ROOT / ".build/debug/davenport"))
PASSWORD = "popcorn-and-sofa"


class StandIn:
    """A stand-in for the providers of the catalogue and of subtitles, as a context manager. `settings` lead a server to it."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        program = pathlib.Path(PROGRAM).with_name("catalogue-stand-in")
        self.process = subprocess.Popen([program, "--state", self.folder.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = pathlib.Path(self.folder.name) / "url"
        deadline = time.monotonic() + 30
        while not address.exists() or not address.read_text().strip():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{program} doesn't start")
            time.sleep(0.05)
        self.url = address.read_text().strip()
        key = "0123456789abcdef0123456789abcdef"
        self.settings = {"TMDB_API_KEY": key, "TMDB_BASE_URL": self.url,
                         "OPENSUBTITLES_API_KEY": key, "OPENSUBTITLES_BASE_URL": self.url.removesuffix("/3") + "/api/v1"}
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def control(self, order):
        """Changes how it answers: see `catalogue-stand-in --help`."""
        origin = "/".join(self.url.split("/")[:3])
        urllib.request.urlopen(f"{origin}/control", json.dumps(order).encode(), timeout=30).close()


class Site:
    """`davenport dev` on one port, with its database in one folder. The folder stays for the next start.

    `web` is the folder of the client; None serves the files beside the program, as `davenport serve` does. `settings` are variables of the
    server's environment.
    """

    def __init__(self, folder, port, program=PROGRAM, web=ROOT / "Sources/Web", settings=None):
        self.folder, self.port, self.process, self.tokens = pathlib.Path(folder), port, None, {}
        self.environment = {**os.environ, **(settings or {})}
        self.command = [program, "dev", "--port", str(port), "--data", str(folder), *(("--web", str(web)) if web else ())]
        self.url = f"http://localhost:{port}"

    def start(self):
        log = open(self.folder.with_suffix(".log"), "ab")
        self.process = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True, env=self.environment)
        deadline = time.monotonic() + 300
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(map(str, self.command))} doesn't answer; see {log.name}")
            time.sleep(0.1)
        return self

    def answers(self):
        try:
            return self.call("GET", "/tenant")["slug"] == "sofa"
        except (OSError, urllib.error.HTTPError):
            return False

    def stop(self):
        """Ends the server, and the programs that it started, and waits for it."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def run(self, *arguments, typed=""):
        """Runs a command of the program on the site's database, as an operator does, and returns what it prints."""
        command = [PROGRAM, *arguments, "--data", str(self.folder)]
        return subprocess.run(command, input=typed.encode(), check=True, capture_output=True, env=self.environment).stdout.decode()

    def account(self, username, role="member"):
        """A new account, with a session, which needs no invite. Returns its id."""
        email = f"{username}@example.org"
        self.run("user", "create", "--tenant", "sofa", "--email", email, "--username", username, "--role", role, "--password-stdin", typed=PASSWORD)
        return self.call("GET", "/me", by=username)["id"]

    def token(self, username):
        if username not in self.tokens:
            pair = base64.b64encode(f"{username}@example.org:{PASSWORD}".encode()).decode()
            self.tokens[username] = self.call("POST", "/sessions", authorization=f"Basic {pair}")["token"]
        return self.tokens[username]

    def call(self, method, path, body=None, by=None, authorization=None):
        """Sends a request to the API, by somebody of the demo, and returns its JSON. A body of bytes is a file of subtitles."""
        headers = {"Davenport-Tenant": "sofa"}
        if by:
            authorization = f"Bearer {self.token(by)}"
        if authorization:
            headers["Authorization"] = authorization
        if body is not None:
            headers["Content-Type"] = "application/x-subrip" if isinstance(body, bytes) else "application/json"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/v1{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            text = response.read()
        return json.loads(text) if text else None


@contextlib.contextmanager
def fresh_site(**options):
    """A site of its own, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        # So that the client offers notifications. No message goes out, since no worker runs.
        (data / "apple").mkdir(parents=True)
        (data / "apple" / "web-url").write_text("https://localhost:9\n")
        options["settings"] = {"WEB_PUSH_CONTACT": "mailto:ops@sofa.example.org", **(options.get("settings") or {})}
        site = Site(data, free_port(), **options).start()
        try:
            yield site
        finally:
            site.stop()
