"""A page of the web client in a browser, and everything that mustn't happen in it."""

import json
import time
import urllib.parse

from client import CALL
from demo_server import PASSWORD
from playwright.sync_api import expect

# On a busy machine a page takes its time. The default is 5 s.
expect.set_options(timeout=60_000)

PHONE, DESKTOP = (390, 844), (1440, 900)

# Everything that scripts of the page can read, as one text.
READABLE = """async () => {
    const found = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.documentElement.outerHTML];
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve, reject) => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
        for (const store of database.objectStoreNames) {
            found.push(JSON.stringify(await new Promise((resolve, reject) => {
                const request = database.transaction(store).objectStore(store).getAll();
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            })));
        }
        database.close();
    }
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).clone().text());
    }
    return found.join("\\n");
}"""


class Visit:
    """A page in a profile of its own.

    `faults` gathers messages of its console, errors of its scripts, dialogs of the browser, violations of its policy, and requests to elsewhere.
    """

    def __init__(self, browser, url, size=DESKTOP, scheme="light", **options):
        self.url, self.faults = url, []
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, base_url=url, **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", self.refuse)
        self.page.on("request", self.look)

    def refuse(self, dialog):
        self.faults.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def look(self, request):
        place = urllib.parse.urlsplit(request.url)
        if place.scheme not in ("data", "blob") and place.netloc != urllib.parse.urlsplit(self.url).netloc:
            self.faults.append(f"a request to {request.url}")

    def sign_in(self, username):
        self.page.goto("/")
        self.page.get_by_label("E-mail").fill(f"{username}@example.org")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.button("Sign in").click()
        self.shows("watch")
        return self

    def share(self, token):
        """Signs in by a session that exists already. Only so many sign-ins a person are allowed in a quarter of an hour."""
        port = urllib.parse.urlsplit(self.url).port
        self.context.add_cookies([{"name": f"davenport-{port}", "value": token, "url": self.url, "httpOnly": True, "sameSite": "Strict"}])
        self.page.goto("/")
        self.shows("enter")
        self.call("session", "adopt", self.call("api", "call", "showMe"))
        # Teachers and students may have no rooms.
        expect(self.page.locator("main[data-screen=watch]:is([data-state=ready], [data-state=empty])")).to_be_visible()
        return self

    def call(self, part, name, *arguments):
        """Calls a method of a part of the page's client, and returns its result."""
        answer = self.page.evaluate(CALL, [part, name, list(arguments)])
        assert "error" not in answer, answer
        return answer["result"]

    def waits(self):
        """Waits until a long poll is open: everything is here, and changes come at once."""
        expect(self.page.locator("html[data-live=waiting]")).to_be_attached()

    def has_worker(self):
        """Waits until the service worker answers for the page."""
        active = "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"
        until(lambda: self.page.evaluate(active), "a service worker")

    def keeps_all(self):
        """Waits until the service worker and a whole copy are here."""
        self.has_worker()
        self.waits()

    def button(self, name, inside=None):
        return (inside or self.page).get_by_role("button", name=name, exact=True)

    def show_everything(self):
        """Opens the gate of a room without waiting for the ten seconds in which that can be undone."""
        self.button("Show everything").click()
        self.button("Show now").click()

    def mark_at_once(self):
        """Marks a room whose gate still hides something, and doesn't wait either."""
        self.button("Mark as watched").click()
        self.button("Show now").click()

    def shows(self, screen, state="ready"):
        """Waits until the page shows a screen in a state."""
        expect(self.page.locator(f"main[data-screen={screen}][data-state={state}]")).to_be_visible()

    def opens(self, path, screen, state="ready"):
        """Loads an address, and waits until it shows a screen in a state. Returns the screen's name."""
        self.page.goto(path)
        self.shows(screen, state)
        return screen

    def readable(self):
        return self.page.evaluate(READABLE)

    def fits(self):
        """Whether nothing is wider than the page."""
        return self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")

    def heard_only_of_a_stopped_server(self, *statuses):
        """Checks that the console has nothing but what a browser says of a server that doesn't answer, and of answers with these statuses."""
        expected = ("ERR_", "503", "An unknown error occurred when fetching the script.", *statuses)
        assert all(any(text in fault for text in expected) for fault in self.faults), self.faults

    def end(self, but=()):
        """Closes the page. Messages of its console may arrive until then; those with one of these texts are no faults."""
        self.context.close()
        faults = [fault for fault in self.faults if not any(text in fault for text in but)]
        assert faults == [], faults


def until(condition, what, seconds=60):
    """Waits until the condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"after {seconds} s: {json.dumps(what)}"
        time.sleep(0.05)
