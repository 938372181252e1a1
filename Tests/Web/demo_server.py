"""A Davenport server with the demo's community, which tests of the web client start, stop and call."""

import base64
import contextlib
import json
import os
import pathlib
import sys
import tempfile
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tools.client import Client  # noqa: E402
from tools.failure import Failure  # noqa: E402
from tools.processes import Processes  # noqa: E402
from tools.stand_in import Apple, StandIn  # noqa: E402
from tools.system import ROOT, free_port  # noqa: E402
from tools.waiting import wait  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("DAVENPORT", ROOT / ".build/debug/davenport"))
PASSWORD = "popcorn-and-sofa"
PUSHING = {"WEB_PUSH_CONTACT": "mailto:ops@sofa.example.org"}


class Catalogue(StandIn):
    """A stand-in for the providers of the catalogue and of subtitles. `settings` lead a server to it."""

    @property
    def settings(self):
        key = "0123456789abcdef0123456789abcdef"
        return {"TMDB_API_KEY": key, "TMDB_BASE_URL": self.url,
                "OPENSUBTITLES_API_KEY": key, "OPENSUBTITLES_BASE_URL": self.url.removesuffix("/3") + "/api/v1"}

    def control(self, order):
        """Changes how it answers: see `catalogue-stand-in --help`."""
        origin = "/".join(self.url.split("/")[:3])
        urllib.request.urlopen(f"{origin}/control", json.dumps(order).encode(), timeout=30).close()


class Site:
    """`davenport dev` on one port, with its database in one folder. The folder stays for the next start.

    `web` is the folder of the client; None serves the files beside the program, as `davenport serve` does. `settings` are variables of the
    server's environment.
    """

    def __init__(self, processes, folder, program=PROGRAM, web=ROOT / "Sources/Web", settings=None):
        self.processes, self.folder, self.program, self.settings = processes, folder, program, settings
        self.port, self.process, self.tokens = free_port(), None, {}
        self.command = [program, "dev", "--port", str(self.port), "--data", folder,
                        *(("--web", web, "--design", ROOT / "Development/design") if web else ())]
        self.url = f"http://localhost:{self.port}"

    def start(self):
        log = self.folder.with_suffix(".log")
        self.process = self.processes.start(self.command, log=log, environment=self.settings)
        wait("the site answers", self.answers, 300, pause=0.1, by=(self.process, log))
        return self

    def answers(self):
        try:
            return self.call("GET", "/tenant")["slug"] == "sofa"
        except Failure:
            return False

    def stop(self):
        """Ends the server, and the programs that it started, and waits for it."""
        self.processes.stop(self.process)

    def run(self, *arguments, typed=None):
        """Runs a command of the program on the site's database, as an operator does, and returns what it prints."""
        return self.processes.run([self.program, *arguments, "--data", self.folder], environment=self.settings, given=typed, timeout=120).stdout

    def account(self, username, role="member", teacher=None):
        """A new account, with a session, which needs no invite. Returns its id.

        - teacher: somebody whose student this person becomes.
        """
        person = ("--email", f"{username}@example.org", "--username", username, "--role", role)
        # Teachers are of age.
        birthday = ("--birthday", "1980-01-01") if role == "teacher" else ()
        self.run("user", "create", "--tenant", "sofa", *person, *birthday, "--password-stdin", typed=PASSWORD)
        if teacher:
            self.call("PUT", f"/students/{self.id(username)}", by=teacher)
        return self.id(username)

    def id(self, username):
        return self.call("GET", "/me", by=username)["id"]

    def token(self, username):
        if username not in self.tokens:
            pair = base64.b64encode(f"{username}@example.org:{PASSWORD}".encode()).decode()
            self.tokens[username] = self.call("POST", "/sessions", Authorization=f"Basic {pair}")["token"]
        return self.tokens[username]

    def call(self, method, path, body=None, by=None, kind="application/json", **headers):
        """Sends a request to the API, by somebody of the demo, and returns its JSON. A body of bytes is a file, of this kind."""
        sent = {"Davenport-Tenant": "sofa", **({} if body is None else {"Content-Type": kind}), **headers}
        with contextlib.closing(Client(self.port)) as client:
            answer = client.ask(method, f"/v1{path}", self.token(by) if by else "", body, sent)
        return answer.json() if answer.body else None


@contextlib.contextmanager
def workplace():
    """A folder, and the processes that work in it. Both end with the block."""
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        yield pathlib.Path(folder), processes


@contextlib.contextmanager
def catalogue():
    with workplace() as (folder, processes):
        yield Catalogue(processes, PROGRAM.with_name("catalogue-stand-in"), folder)


@contextlib.contextmanager
def fresh_site(settings=None, **options):
    """A site of its own, which ends with the block."""
    with workplace() as (folder, processes):
        data = folder / "data"
        # So that the client offers notifications. No message goes out, since no worker runs.
        (data / "apple").mkdir(parents=True)
        (data / "apple" / "web-url").write_text("https://localhost:9\n")
        yield Site(processes, data, settings={**PUSHING, **(settings or {})}, **options).start()


@contextlib.contextmanager
def site_with_worker():
    """A site with a push worker, and the stand-in for push services, whose certificate also serves receivers of webhooks on this machine."""
    with workplace() as (folder, processes):
        data = folder / "data"
        data.mkdir()
        apple = Apple(processes, PROGRAM.with_name("push-stand-in"), data / "apple")
        site = Site(processes, data, settings=PUSHING).start()
        hooks = {"WEBHOOK_ALLOWED_NETS": "127.0.0.0/8", "WEBHOOK_CA_FILE": str(apple.authority), "PUSH_METRICS_PORT": "0"}
        processes.start([PROGRAM.with_name("davenport-push"), "--watch", "--data", data], log=folder / "worker.log", environment={**PUSHING, **hooks})
        yield site, apple
