"""A Davenport server with the demo's community, which tests of the web client start, stop and call."""

import base64
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("DAVENPORT", str(ROOT / ".build/debug/davenport"))
PASSWORD = "popcorn-and-sofa"


class Site:
    """`davenport dev` on one port, with its database in one folder. The folder stays for the next start.

    It serves the client's files as they are now, or, with `web=None`, those beside the program, as `davenport serve` does.
    """

    def __init__(self, folder, port, program=PROGRAM, web=ROOT / "Sources/Web"):
        self.folder, self.port, self.process, self.tokens = pathlib.Path(folder), port, None, {}
        self.command = [program, "dev", "--port", str(port), "--data", str(folder), *(("--web", str(web)) if web else ())]
        self.url = f"http://localhost:{port}"

    def start(self):
        log = open(self.folder.with_suffix(".log"), "ab")
        self.process = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + 120
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

    def token(self, username):
        if username not in self.tokens:
            pair = base64.b64encode(f"{username}@example.org:{PASSWORD}".encode()).decode()
            self.tokens[username] = self.call("POST", "/sessions", authorization=f"Basic {pair}")["token"]
        return self.tokens[username]

    def call(self, method, path, body=None, by=None, authorization=None):
        """Sends a request to the API, by somebody of the demo, and returns its JSON."""
        headers = {"Davenport-Tenant": "sofa"}
        if by:
            authorization = f"Bearer {self.token(by)}"
        if authorization:
            headers["Authorization"] = authorization
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/v1{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            text = response.read()
        return json.loads(text) if text else None
