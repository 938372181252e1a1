"""Tests of messages to bots' webhooks: from a change to a receiver that verifies them with Standard Webhooks' own library."""

import http.server
import ssl
import threading

from fixtures import room
from standardwebhooks import Webhook, WebhookVerificationError
from visit import until
from worker_site import worker_site


class _Receiver(http.server.ThreadingHTTPServer):
    """Takes messages over HTTPS, as a bot's program does."""

    def __init__(self, certificates):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.messages = []
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificates / "certificate.pem", certificates / "key.pem")
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.messages.append((body, dict(self.headers)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        """Prints nothing."""


def _verifies(secret, message):
    try:
        return Webhook(secret).verify(*message)
    except WebhookVerificationError:
        return None


def standard_webhooks_verifies_what_a_bot_gets(_, __):
    """The library takes the messages, also by the secret before a rotation, and none that was changed or has another bot's secret."""
    with worker_site() as worker:
        receiver, site = _Receiver(worker.apple), worker.site
        url = f"https://127.0.0.1:{receiver.server_port}/hook"
        bot, other = (site.call("POST", "/bots", {"username": name, "webhookURL": url}, by="ada") for name in ("robot", "other"))
        identity = bot["user"]["id"]

        def next_message(after):
            until(lambda: any(identity in body.decode() for body, _ in receiver.messages[after:]), "a message arrives")
            return next(message for message in receiver.messages[after:] if identity in message[0].decode())

        first = next_message(0)
        told = _verifies(bot["webhookSecret"], first)
        assert told["type"] == "changes.available" and told["data"] == {"botID": identity}, told
        assert _verifies(other["webhookSecret"], first) is None
        assert _verifies(bot["webhookSecret"], (first[0].replace(b"changes", b"chances"), first[1])) is None
        rotated = site.call("PATCH", f"/bots/{identity}", {"rotate": "secret"}, by="ada")["webhookSecret"]
        assert rotated != bot["webhookSecret"]
        seen = len(receiver.messages)
        site.call("PUT", f"/rooms/{room(site)}/members/{identity}", {}, by="ada")
        second = next_message(seen)
        assert _verifies(rotated, second) and _verifies(bot["webhookSecret"], second)
        receiver.shutdown()
