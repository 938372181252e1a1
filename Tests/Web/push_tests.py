"""Tests of notifications in browsers: from a friend's mark to a click, through the push worker and the stand-in for a push service."""

import base64
import json
import os
import subprocess
import urllib.parse

import http_ece
from axe_playwright_python.sync_playwright import Axe
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fixtures import room
from playwright.sync_api import expect
from visit import PHONE, Visit, until
from worker_site import PROGRAMS, worker_site

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


def _deliver(visit, message):
    """Gives the service worker a message, as the browser does that has decrypted it."""
    active = "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')"
    until(lambda: visit.page.evaluate(active), "an active worker")
    session = visit.context.new_cdp_session(visit.page)
    found = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: visit.page.evaluate("true") and found, "a registration")
    session.send("ServiceWorker.deliverPushMessage", {"origin": visit.url, "registrationId": found[0]["registrationId"], "data": message})
    session.detach()


def _shown(visit):
    return visit.page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
    }""")


def a_friend_finishes_and_a_click_opens_the_room(_, browser):
    """Ada turns the switch on by keyboard, Bea finishes: one notification, though it comes twice, and a click opens the room."""
    with worker_site() as push:
        site = push.site
        key = site.call("GET", "/tenant")["webPushKey"]
        subscription = push.subscription(key)
        made = room(site)
        visit = Visit(browser, site.url)
        visit.context.grant_permissions(["notifications"], origin=site.url)
        visit.context.add_init_script(f"({SUBSCRIBING})({json.dumps(subscription)})")
        visit.share(site.token("ada"))
        visit.page.goto("/settings/notifications")
        visit.shows("settings")
        switch = visit.page.get_by_label("Notify this browser")
        expect(switch).not_to_be_checked()
        assert all(device["kind"] == "apns" for device in site.call("GET", "/devices", by="ada")["items"])
        switch.focus()
        visit.page.keyboard.press("Space")
        expect(switch).to_be_checked()
        expect(switch).to_be_focused()
        until(lambda: any(device["kind"] == "web" for device in site.call("GET", "/devices", by="ada")["items"]), "the browser is registered")
        site.call("PUT", f"/rooms/{made}/watched", {}, by="bea")
        until(lambda: any("finished" in message for message in push.messages(subscription)), "the message arrives")
        message = next(message for message in push.messages(subscription) if "finished" in message)
        assert set(json.loads(message)) == {"title", "body", "tag", "url", "badge", "kind"}, message
        for _time in range(2):
            _deliver(visit, message)
        until(lambda: len(_shown(visit)) > 0, "the notification is shown")
        shown, = _shown(visit)
        assert "finished" in shown["body"] and shown["url"] == f"/rooms/{made}", shown
        worker = visit.context.service_workers[0]
        worker.evaluate("""async () => {
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }""")
        visit.shows("room")
        assert urllib.parse.urlsplit(visit.page.url).path == f"/rooms/{made}"
        until(lambda: _shown(visit) == [], "the notification is closed")
        # What isn't a page of ours opens the first page.
        for address in ("https://evil.test/", "//evil.test/", "/\\evil.test", "/v1/me", "javascript:alert(1)", 7):
            _deliver(visit, json.dumps({"title": "Strange", "body": "x", "tag": "strange", "url": address}))
            until(lambda: any(one["title"] == "Strange" for one in _shown(visit)), "the notification is shown")
            assert [one["url"] for one in _shown(visit) if one["title"] == "Strange"] == ["/"], address
            visit.page.evaluate("navigator.serviceWorker.getRegistration().then(async (found) => (await found.getNotifications()).forEach((one) => one.close()))")
            until(lambda: _shown(visit) == [], "the notification is gone")
        visit.page.goto("/settings/notifications")
        visit.shows("settings")
        visit.page.get_by_label("Notify this browser").press("Space")
        until(lambda: all(device["kind"] == "apns" for device in site.call("GET", "/devices", by="ada")["items"]), "the browser is unregistered")
        visit.end()


def a_start_confirms_and_another_key_subscribes_anew(_, browser):
    """What the server has forgotten is registered again at the next start, and another key makes another subscription."""
    with worker_site() as push:
        site = push.site
        visit = Visit(browser, site.url)
        visit.context.grant_permissions(["notifications"], origin=site.url)
        visit.context.add_init_script(f"({SUBSCRIBING})({json.dumps(push.subscription())})")
        visit.share(site.token("bea"))

        def registered():
            return [device for device in site.call("GET", "/devices", by="bea")["items"] if device["kind"] == "web"]

        visit.page.goto("/settings/notifications")
        visit.shows("settings")
        visit.page.get_by_label("Notify this browser").check()
        until(registered, "the browser is registered")
        before = visit.page.evaluate("localStorage.getItem('subscribed')")
        site.run("push", "web-key", "replace", "--tenant", "sofa")
        assert registered() == []
        visit.page.goto("/watch")
        until(registered, "the browser is registered again")
        assert visit.page.evaluate("localStorage.getItem('subscribed')") != before
        visit.page.goto("/settings")
        visit.shows("settings")
        visit.button("Sign out").click()
        visit.shows("enter")
        # The page had the session of this token.
        del site.tokens["bea"]
        assert registered() == []
        visit.end()


def a_blocked_or_old_browser_says_what_to_do(site, browser):
    """The switch is disabled where it can't work, and says why; nothing is asked of the browser before. axe finds nothing."""
    for size in (PHONE, (1440, 900)):
        for script, said in (
            ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "Allow them in its settings"),
            ("delete window.PushManager", "can't be notified"),
            ("delete window.PushManager; Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })", "Add to Home Screen"),
            ("Notification.requestPermission = () => { throw new Error('asked'); }", None),
        ):
            visit = Visit(browser, site.url, size, bypass_csp=True)
            visit.context.add_init_script(script)
            visit.share(site.token("ada"))
            visit.page.goto("/settings/notifications")
            visit.shows("settings")
            switch = visit.page.get_by_label("Notify this browser")
            expect(switch).to_be_visible()
            if said:
                expect(switch).to_be_disabled()
                expect(visit.page.locator("#browser-hint")).to_contain_text(said)
            assert visit.fits()
            problems = Axe().run(visit.page).response["violations"]
            assert problems == [], problems
            visit.end()


def http_ece_opens_a_thousand_messages(_site, _browser):
    """Another implementation of RFC 8291 decrypts what this one encrypts."""
    def encoded(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    cases = []
    for number in range(1000):
        key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        cases.append((key, auth, "".join(chr(0x20 + (number * step) % 0x2000) for step in range(number % 900))))
    lines = [
        json.dumps({"p256dh": encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), "auth": encoded(auth), "text": text})
        for key, auth, text in cases
    ]
    done = subprocess.run([PROGRAMS / "push-stand-in", "encrypt"], input="\n".join(lines), capture_output=True, text=True, check=True)
    messages = done.stdout.split()
    assert len(messages) == len(cases)
    for (key, auth, text), message in zip(cases, messages):
        content = base64.urlsafe_b64decode(message + "=" * (-len(message) % 4))
        assert (len(content) - 86 - 16) % 512 == 0
        assert http_ece.decrypt(content, private_key=key, auth_secret=auth, version="aes128gcm").decode() == text
