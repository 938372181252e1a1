"""Tests of notifications in browsers and of messages to webhooks: through the push worker, the stand-in for a push service, and others' libraries."""

import http.server
import json
import ssl
import threading
import urllib.request

from demo_server import site_with_worker
from fixtures import room
from playwright.sync_api import expect
from standardwebhooks import Webhook, WebhookVerificationError
from visit import Visit, until

# Chromium's own push service isn't there in a test, so the page subscribes at the stand-in.
SUBSCRIBING = """(subscription) => {
    const kept = () => JSON.parse(localStorage.getItem("subscribed") ?? "null");
    const made = (key) => ({ options: { applicationServerKey: new Uint8Array(key).buffer }, toJSON: () => subscription,
        unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; } });
    PushManager.prototype.getSubscription = async () => kept() && made(kept());
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly) throw new TypeError("it must be visible");
        localStorage.setItem("subscribed", JSON.stringify([...applicationServerKey]));
        return made(applicationServerKey);
    };
}"""


def _subscription(apple, key):
    url, trust = (apple.folder / "web-url").read_text().strip(), ssl.create_default_context(cafile=str(apple.authority))
    with urllib.request.urlopen(urllib.request.Request(f"{url}/subscriptions?key={key}", method="POST"), context=trust) as answer:
        return json.loads(answer.read())


def _messages(apple, subscription):
    """The decrypted messages for a subscription."""
    identity = subscription["endpoint"].rsplit("/", 1)[1]
    lines = (json.loads(line) for line in (apple.folder / "browsers.jsonl").read_text().splitlines())
    return [line["message"] for line in lines if line["id"] == identity and line["message"]]


def _deliver(visit, message):
    """Gives the service worker a message, as the browser does that has decrypted it."""
    active = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
    until(lambda: visit.page.evaluate(active), "an active worker")
    session, found = visit.context.new_cdp_session(visit.page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: visit.page.evaluate("true") and found, "a registration")
    session.send("ServiceWorker.deliverPushMessage", {"origin": visit.url, "registrationId": found[0]["registrationId"], "data": message})
    session.detach()


def _shown(visit):
    return visit.page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration.getNotifications()).map(({ title, body, tag, timestamp, data }) => ({ title, body, tag, timestamp, url: data.url }));
    }""")


def a_friend_finishes_and_a_click_opens_the_room(_, browser):
    """Ada turns the switch on by keyboard, Bea finishes: one notification, though it comes twice, and a click opens the room."""
    with site_with_worker() as (site, apple):
        subscription, made = _subscription(apple, site.call("GET", "/tenant")["webPushKey"]), room(site)
        registered = lambda: any(device["kind"] == "web" for device in site.call("GET", "/devices", by="ada")["items"])
        visit = Visit(browser, site)
        visit.context.grant_permissions(["notifications"], origin=site.url)
        visit.context.add_init_script(f"({SUBSCRIBING})({json.dumps(subscription)})")
        visit.share("ada").opens("/settings/notifications", "settings")
        switch = visit.page.get_by_label("Notifications on this device")
        expect(switch).not_to_be_checked()
        assert not registered()
        switch.press("Space")
        expect(switch).to_be_checked()
        expect(switch).to_be_focused()
        until(registered, "the browser is registered")
        site.call("PUT", f"/rooms/{made}/watched", {}, by="bea")
        finished = lambda: [message for message in _messages(apple, subscription) if "finished" in message]
        until(finished, "the message arrives")
        message = finished()[0]
        assert set(json.loads(message)) == {"title", "body", "tag", "url", "badge", "kind"}, message
        _deliver(visit, message)
        until(lambda: len(_shown(visit)) > 0, "the notification is shown")
        first = _shown(visit)[0]["timestamp"]
        _deliver(visit, message)
        until(lambda: _shown(visit)[0]["timestamp"] > first, "the second one is in its place")
        shown, = _shown(visit)
        assert "finished" in shown["body"] and shown["url"] == f"/rooms/{made}", shown
        visit.context.service_workers[0].evaluate("""async () => {
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }""")
        visit.shows("room")
        assert visit.page.url == f"{site.url}/rooms/{made}"
        until(lambda: _shown(visit) == [], "the notification is closed")
        # What isn't a page of ours opens the first page.
        for address in ("https://evil.test/", "//evil.test/", "/\\evil.test", "/v1/me", "javascript:alert(1)", 7):
            _deliver(visit, json.dumps({"title": "Strange", "body": "x", "tag": "strange", "url": address}))
            until(lambda: any(one["title"] == "Strange" for one in _shown(visit)), "the notification is shown")
            assert [one["url"] for one in _shown(visit) if one["title"] == "Strange"] == ["/"], address
            visit.page.evaluate("""async () => {
                const registration = await navigator.serviceWorker.getRegistration();
                for (const notification of await registration.getNotifications()) notification.close();
            }""")
            until(lambda: _shown(visit) == [], "the notification is gone")
        visit.opens("/settings/notifications", "settings")
        switch.press("Space")
        until(lambda: not registered(), "the browser is unregistered")
        visit.end()


class _Handler(http.server.BaseHTTPRequestHandler):
    """Takes messages over HTTPS, as a bot's program does."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.messages.append((body, dict(self.headers)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        """Prints nothing."""


def standard_webhooks_verifies_what_a_bot_gets(_, __):
    """The library takes the messages, also by the secret before a rotation, and none that was changed or has another bot's secret."""
    with site_with_worker() as (site, apple), http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as receiver:
        receiver.messages, context = [], ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(apple.folder / "certificate.pem", apple.folder / "key.pem")
        receiver.socket = context.wrap_socket(receiver.socket, server_side=True)
        threading.Thread(target=receiver.serve_forever, daemon=True).start()
        url = f"https://127.0.0.1:{receiver.server_port}/hook"
        bot, other = (site.call("POST", "/bots", {"username": name, "webhookURL": url}, by="ada") for name in ("robot", "other"))
        identity = bot["user"]["id"]

        def next_message(after):
            found = lambda: [message for message in receiver.messages[after:] if identity in message[0].decode()]
            until(found, "a message arrives")
            return found()[0]

        def verified(secret, body, headers):
            try:
                return Webhook(secret).verify(body, headers)
            except WebhookVerificationError:
                return None

        body, headers = next_message(0)
        first = verified(bot["webhookSecret"], body, headers)
        assert first["type"] == "changes.available" and first["data"] == {"botID": identity}, first
        assert verified(other["webhookSecret"], body, headers) is None
        assert verified(bot["webhookSecret"], body.replace(b"changes", b"chances"), headers) is None
        rotated = site.call("PATCH", f"/bots/{identity}", {"rotate": "secret"}, by="ada")["webhookSecret"]
        seen = len(receiver.messages)
        site.call("PUT", f"/rooms/{room(site)}/members/{identity}", {}, by="ada")
        second = next_message(seen)
        assert rotated != bot["webhookSecret"] and verified(rotated, *second) and verified(bot["webhookSecret"], *second)
        receiver.shutdown()
