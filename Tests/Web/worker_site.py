"""A site with the push worker, and with the stand-in for push services. Its certificate also serves receivers of webhooks on this machine."""

import contextlib
import json
import os
import pathlib
import ssl
import subprocess
import tempfile
import urllib.request

from demo_server import PROGRAM, Site, free_port
from visit import until

CONTACT = "mailto:ops@sofa.example.org"
PROGRAMS = pathlib.Path(PROGRAM).parent


class WorkerSite:
    """A site with the stand-in for push services and a worker beside it."""

    def __init__(self, folder):
        self.data = pathlib.Path(folder) / "data"
        self.apple = self.data / "apple"
        self.apple.mkdir(parents=True)
        self.site = Site(self.data, free_port(), settings={"WEB_PUSH_CONTACT": CONTACT})
        self.programs = []

    def start(self):
        self._run("push-stand-in", "--state", self.apple, "--any-team")
        until(lambda: (self.apple / "url").exists(), "the stand-in is ready")
        self.site.start()
        self._run("davenport-push", "--watch", "--data", self.data)
        return self

    def _run(self, program, *arguments):
        log = open(self.data.with_name(f"{program}.log"), "ab")
        webhooks = {"WEBHOOK_ALLOWED_NETS": "127.0.0.0/8", "WEBHOOK_CA_FILE": str(self.apple / "ca.pem")}
        environment = {**os.environ, "WEB_PUSH_CONTACT": CONTACT, "PUSH_METRICS_PORT": "0", **webhooks}
        self.programs.append(subprocess.Popen([PROGRAMS / program, *map(str, arguments)], stdout=log, stderr=log, env=environment))

    def stop(self):
        for program in reversed(self.programs):
            program.terminate()
            program.wait(60)
        self.site.stop()

    def subscription(self, key=""):
        url = (self.apple / "web-url").read_text().strip()
        trust = ssl.create_default_context(cafile=str(self.apple / "ca.pem"))
        with urllib.request.urlopen(urllib.request.Request(f"{url}/subscriptions?key={key}", method="POST"), context=trust) as answer:
            return json.loads(answer.read())

    def messages(self, subscription):
        """The decrypted messages for a subscription."""
        identity = subscription["endpoint"].rsplit("/", 1)[1]
        lines = (json.loads(line) for line in (self.apple / "browsers.jsonl").read_text().splitlines())
        return [line["message"] for line in lines if line["id"] == identity and line["message"]]


@contextlib.contextmanager
def worker_site():
    """A running site with a worker, which ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        site = WorkerSite(folder)
        try:
            yield site.start()
        finally:
            site.stop()
