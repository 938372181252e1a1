"""Tests of what pages of other origins can do to somebody who is signed in to the web client."""

import contextlib
import http.server
import pathlib
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

from demo_server import PROGRAM, free_port
from fixtures import room
from visit import until

# Sends one request as scripts of pages can: with CORS, and without, so that the answer is opaque.
ATTEMPT = """async ([method, url]) => {
    const outcome = async (options) => {
        try {
            // The browser may ask for a password, which nobody types here.
            const signal = AbortSignal.timeout(5_000);
            const answer = await fetch(url, { method, credentials: "include", signal, ...(method === "POST" && { body: '{"content":"forged"}' }), ...options });
            return answer.type;
        } catch (error) {
            return error.name;
        }
    };
    const headers = { "Content-Type": "application/json", "Davenport-Session": "cookie" };
    return [await outcome({ headers }), await outcome({ mode: "no-cors" })];
}"""

# Sends a form into the frame, and waits until the frame shows the answer or the browser's refusal to show it. Another form would cancel it.
SUBMIT = """([method, url]) => new Promise((resolve) => {
    document.querySelector("iframe").addEventListener("load", resolve, { once: true });
    const form = document.querySelector("form");
    Object.assign(form, { method, action: url });
    form.submit();
}).then(() => true)"""


@contextlib.contextmanager
def _elsewhere(markup):
    """A server of another origin with one page. It gives its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(markup.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


@contextlib.contextmanager
def _logged(site):
    """A second server of the site. It gives its port, and a function that reads the requests so far: method, path's pattern, status, user."""
    with tempfile.TemporaryDirectory() as folder:
        log, port = pathlib.Path(folder) / "log", free_port()
        command = [PROGRAM, "serve", "--data", str(site.folder), "--port", str(port)]
        with log.open("wb") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file, env={**site.environment, "ACCESS_LOG": "on", "LOG_FORMAT": "text"})
        try:
            until(lambda: "listening" in log.read_text(), "a second server")
            yield port, lambda: re.findall(r" access ?: (\w+) (\S+) (\d+) .*?(user=\S+|$)", log.read_text(), re.MULTILINE)
        finally:
            process.terminate()
            process.wait()


def other_origins_change_and_read_nothing(site, browser):
    """From another port of the same name and from other names: requests by scripts, forms, a picture and a script. None counts as the person's."""
    room_id, me = room(site), site.call("GET", "/me", by="ada")["id"]
    attempts = (
        ("POST", f"/v1/rooms/{room_id}/comments"), ("POST", "/v1/rooms"), ("POST", "/v1/sessions"), ("POST", "/v1/users"),
        ("POST", "/v1/me/deletion"), ("GET", "/v1/me"), ("GET", "/v1/dashboard"), ("GET", "/v1/me/export"),
    )

    def seen():
        return [site.call("GET", path, by="ada") for path in ("/dashboard", "/friends", "/invites", f"/rooms/{room_id}/comments")]

    with _logged(site) as (server, requests):
        target = f"http://b.localhost:{server}"
        markup = f"""<!DOCTYPE html><title>elsewhere</title><iframe name=sink></iframe>
            <form target=sink enctype=text/plain><input name='{{"content":"forged","x":"' value='"}}'></form>
            <img src="{target}/v1/users/{me}/avatar"><script src="{target}/v1/me/mutes"></script>"""
        with _elsewhere(markup) as port:
            context = browser.new_context(service_workers="block")
            context.add_cookies([{"name": f"davenport-{server}", "value": site.token("ada"), "url": target, "httpOnly": True, "sameSite": "Strict"}])
            page = context.new_page()
            page.goto(f"{target}/settings")
            assert page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 200
            until(lambda: ("GET", "/v1/me", "200", f"user={me}") in requests(), "a line of the log")
            own, before = len(requests()), seen()
            # The browser keeps a cookie for every port of its name.
            for host in (f"localhost:{port}", f"b.localhost:{port}", f"a.localhost:{port}"):
                page.goto(f"http://{host}/")
                for method, path in attempts:
                    outcome = page.evaluate(ATTEMPT, [method, target + path])
                    assert outcome[0] == "TypeError" and outcome[1] in ("TypeError", "opaque"), (host, method, path, outcome)
                    page.evaluate(SUBMIT, [method, target + path])
            # A page of a sibling community's address on the same server.
            page.goto(f"http://a.localhost:{server}/")
            for method, path in attempts:
                assert page.evaluate(ATTEMPT, [method, target + path]) == ["TypeError"] * 2, (method, path)
            # The log has every line by the time that it has this last one, of a request that no page sends.
            with contextlib.suppress(urllib.error.HTTPError):
                urllib.request.urlopen(f"http://127.0.0.1:{server}/v1/boards")
            until(lambda: any(line[1] == "/v1/boards" for line in requests()), "the last line of the log")
            forged = requests()[own:]
            assert [line for line in forged if line[3]] == [], forged
            assert [line for line in forged if line[1].startswith("/v1/") and line[0] != "OPTIONS" and not line[2].startswith("4")
                    and line[1] != "/v1/tenant"] == [], forged
            patterns = {line[1] for line in forged}
            assert {path.replace(room_id, "{roomID}") for _, path in attempts} | {"/v1/users/{userID}/avatar", "/v1/me/mutes"} <= patterns, patterns
            assert seen() == before
            # The cookie is still there, and counts where it did.
            page.goto(f"{target}/settings")
            assert page.evaluate("fetch('/v1/me').then((answer) => answer.status)") == 200
            context.close()
