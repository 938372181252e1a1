"""A page of the web client in a browser, and everything that mustn't happen in it."""

import contextlib
import urllib.parse

from axe_playwright_python.sync_playwright import Axe
from client import CALL
from demo_server import PASSWORD, wait
from playwright.sync_api import Error, expect

# On a busy machine a page takes its time. The default is 5 s.
expect.set_options(timeout=60_000)

PHONE, DESKTOP = (390, 844), (1440, 900)
# What the browser says where the page may have no service worker.
BLOCKED = "Service Worker registration blocked"
# Something between the browser and the server answers in the server's place.
LIE = {"status": 200, "content_type": "text/html", "body": "<p>Sign in to this Wi-Fi</p>"}
API, LIVE = "**/v1/**", "**/v1/changes*"

# All rows of the page's databases, or of one of their stores, as one text.
ROWS = """async (only) => {
    const found = [];
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve, reject) => {
            const request = indexedDB.open(name);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
        for (const store of [...database.objectStoreNames].filter((name) => name === (only ?? name))) {
            found.push(JSON.stringify(await new Promise((resolve, reject) => {
                const request = database.transaction(store).objectStore(store).getAll();
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
            })));
        }
        database.close();
    }
    return found.join("\\n");
}"""
# What scripts of the page can read elsewhere, as one text.
ELSEWHERE = """async () => {
    const found = [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.documentElement.outerHTML];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).clone().text());
    }
    return found.join("\\n");
}"""

# Whether the focused element can be seen: it shows a ring, is in the window, and nothing lies over it. While one page gives way to another, a point
# of the page hits the transition's pictures, which belong to the root. A transition's animations begin only when both pictures are taken.
FOCUS = """async () => {
    while (document.documentElement.matches(":active-view-transition")) await new Promise(requestAnimationFrame);
    const one = document.activeElement;
    if (!one || one === document.body || one.id === "main") return { name: "", fault: "" };
    const name = one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent.trim();
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    if (one.matches("h1")) return { name, fault: "" };
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width, innerWidth) / 2, box.top + Math.min(box.height / 2, innerHeight / 3)];
    const hit = document.elementFromPoint(x, y);
    const isSeen = hit && (one.contains(hit) || one.labels?.[0]?.contains(hit));
    const fault = outlineStyle === "none" || parseFloat(outlineWidth) < 2 ? "has no ring" : isSeen ? "" : `lies under ${hit?.outerHTML.slice(0, 80)}`;
    return { name: name.replace(/[\\u2066-\\u2069]/g, ""), fault, tag: one.localName, href: one.getAttribute("href") };
}"""


class Visit:
    """A page in a profile of its own.

    `faults` gathers messages of its console, errors of its scripts, dialogs of the browser, violations of its policy, and requests to elsewhere.
    """

    def __init__(self, browser, site, size=DESKTOP, scheme="light", **options):
        self.site, self.url, self.faults = site, site.url, []
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, base_url=self.url, **options)
        self._open()

    def _open(self):
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", lambda message: self.faults.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", self._refuse)
        self.page.on("request", self._look)

    def _refuse(self, dialog):
        self.faults.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _look(self, request):
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

    def share(self, username):
        """Signs in by a session that exists already. Only so many sign-ins a person are allowed in a quarter of an hour."""
        self.has_session(username)
        # Teachers and students may have no rooms.
        expect(self.page.locator("main[data-screen=watch]:is([data-state=ready], [data-state=empty])")).to_be_visible()
        return self

    def has_session(self, username):
        cookie = {"name": f"davenport-{self.site.port}", "value": self.site.token(username), "url": self.url, "httpOnly": True, "sameSite": "Strict"}
        self.context.add_cookies([cookie])
        self.page.goto("/")
        self.shows("enter")
        self.call("session", "adopt", self.call("api", "call", "showMe"))

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

    def cancel(self, name="Cancel"):
        """Cancels the dialog that is open by the button of this name, and waits until the history is back at the page's entry."""
        self.button(name).click()
        until(lambda: self.page.evaluate("!history.state?.depth"), "the page behind the dialog")

    def show_everything(self):
        """Opens the gate of a room, which takes the three seconds in which that can be undone."""
        self.button("Show everything").click()
        # While the bar has the pointer, the time stands still.
        self.page.mouse.move(1, 1)
        expect(self.button("Hide again")).to_be_visible()

    def shows(self, screen, state="ready"):
        """Waits until the page shows a screen in a state."""
        expect(self.page.locator(f"main[data-screen={screen}][data-state={state}]")).to_be_visible()

    def opens(self, path, screen, state="ready"):
        """Loads an address, and waits until it shows a screen in a state. Returns the screen's name."""
        self.page.goto(path)
        self.shows(screen, state)
        return screen

    def readable(self):
        """Everything that scripts of the page can read, as one text."""
        return self.page.evaluate(ELSEWHERE) + self.page.evaluate(ROWS)

    def keeps(self, *texts):
        """Waits until the drafts on the device have these texts."""
        until(lambda: all(text in self.page.evaluate(ROWS, "drafts") for text in texts), f"drafts of {texts}")

    def forgets(self, *texts):
        """Waits until no draft on the device has one of these texts."""
        until(lambda: not any(text in self.page.evaluate(ROWS, "drafts") for text in texts), f"no draft of {texts}")

    def cut(self, path=API):
        """Takes the network away from the page, which notices it."""
        self.page.route(path, lambda route: route.abort())
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def mend(self, path=API):
        self.page.unroute(path)
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def hears_nothing(self):
        """Holds back what comes from now on, as on a train."""
        self.page.route(LIVE, lambda route: None)
        self.call("live", "stop")

    def crash(self):
        """Ends the process of the page: nothing of its scripts runs any more. The visit goes on in a new tab."""
        crashed = self.page
        with contextlib.suppress(Error), crashed.expect_event("crash"):
            crashed.goto("chrome://crash")
        self._open()
        crashed.close()

    def violations(self):
        """What axe finds, or is too wide. The page runs with the policy bypassed, since axe brings scripts and styles of its own."""
        found = [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in Axe().run(self.page).response["violations"]]
        return found + ([] if self.fits() else ["wider than the page"])

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
        faults = [fault for fault in self.faults if not any(text in fault for text in (BLOCKED, *but))]
        assert faults == [], faults


def visit_of(site, browser, who, path="/watch", size=DESKTOP, **options):
    """Somebody's page with a whole copy. Without a service worker, routes see every request."""
    visit = Visit(browser, site, size, service_workers="block", **options).share(who)
    until(lambda: visit.call("replica", "isWhole"), "a whole copy", 180)
    visit.page.goto(path)
    expect(visit.page.locator("main:is([data-state=ready], [data-state=empty])")).to_be_visible()
    return visit


def walk(visit, name, key="Tab", then="Enter"):
    """Presses a key until the focus is on what has this name, and then a key or a text. Each step is visible and uncovered."""
    passed = []
    for _ in range(80):
        visit.page.keyboard.press(key)
        focused = visit.page.evaluate(FOCUS)
        assert not focused["fault"], focused
        if name in (focused["name"], focused.get("href")):
            return visit.page.keyboard.press(then) if then == "Enter" else visit.page.keyboard.type(then)
        passed.append(focused["name"])
    raise AssertionError(f"{name} isn't among {passed}")


def until(condition, what, seconds=60):
    """Waits until the condition holds."""
    wait(str(what), condition, seconds)
