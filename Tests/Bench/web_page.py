"""A page of the web client in Chromium, slowed as a phone is, and what the browser tells about it."""

import contextlib
import urllib.parse
from typing import Any, Self

from client import CALL
from playwright.sync_api import BrowserContext

from tools.failure import Failure
from tools.waiting import wait

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
#: How long a phone takes for the work of `TIME_OF_WORK`, in milliseconds: four times what the machine took on which the limits were set. How much a page
#: is slowed follows from it and from what the machine takes now, so that the figures tell the client's speed and not the machine's.
PHONES_WORK = 220
#: 1.6 Mbit/s down, half of that up, and 150 ms.
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
PATIENCE = 120_000
#: How much higher than the page its window is. The browser's own bars take 87 px of a window, even a headless one. A change of the page that lies
#: outside its window gets no frame, and Event Timing then waits for the next visible change: the composer stands at the lower edge.
BARS = 200

#: Gathers in each document what the browser notices only while it happens. `shown` is when a room first showed its comments, and `tab` when the
#: dashboard was ready.
OBSERVE = """
window.figures = { lcp: 0, shift: 0, slowest: 0, shown: 0, tab: 0 };
const observe = (type, take, options) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
observe("largest-contentful-paint", (entry) => { figures.lcp = entry.startTime; });
observe("layout-shift", (entry) => { if (!entry.hadRecentInput) figures.shift += entry.value; });
observe("event", (entry) => { if (entry.interactionId) figures.slowest = Math.max(figures.slowest, entry.duration); }, { durationThreshold: 16 });
const look = () => {
    if (document.querySelector("main[data-screen=room]:is([data-state=ready], [data-state=stale]) [data-comment]")) {
        requestAnimationFrame(() => { figures.shown = performance.now(); });
    } else requestAnimationFrame(look);
};
look();
new MutationObserver(() => {
    if (!figures.tab && document.querySelector("main[data-screen=watch][data-state=ready]")) figures.tab = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
"""

#: The median of the times of what pages do much of: objects, texts, sorting, JSON. The first runs aren't compiled yet.
TIME_OF_WORK = """() => {
    const work = () => {
        const begun = performance.now();
        const list = Array.from({ length: 60000 }, (_, index) => ({ name: `n${index % 977}`, value: (index * 7919) % 10007 }));
        list.sort((one, other) => one.value - other.value || (one.name < other.name ? -1 : 1));
        new Map(JSON.parse(JSON.stringify(list.slice(0, 20000))).map((item) => [item.name + item.value, item]));
        return performance.now() - begun;
    };
    return Array.from({ length: 15 }, work).slice(4).sort((one, other) => one - other)[5];
}"""

NODES = """() => {
    const walker = document.createTreeWalker(document);
    let count = 1;
    while (walker.nextNode()) count += 1;
    return count;
}"""


class Measured:
    """A page that tells what the browser has noticed of it."""

    def open(self, address: str) -> Self:
        """Loads an address."""
        raise NotImplementedError

    def shows(self, screen: str) -> Self:
        """Waits until a screen is ready, if only to say that there is nothing."""
        raise NotImplementedError

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of an expression, or what a function returns for the argument."""
        raise NotImplementedError

    def slowdown(self) -> float:
        """How many times slower than now this machine would be as fast as a phone."""
        return max(1.0, PHONES_WORK / float(self.evaluate(TIME_OF_WORK)))

    def settle(self) -> Self:
        """Waits until nothing in the page has changed for half a second, so that what comes late counts too."""
        self.evaluate("""() => new Promise((resolve) => {
            let timer = 0;
            const observer = new MutationObserver(() => wait());
            const wait = () => { clearTimeout(timer); timer = setTimeout(() => { observer.disconnect(); resolve(); }, 500); };
            observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            wait();
        })""")
        return self

    def figure(self, name: str) -> float:
        """What the page has noticed: lcp, shift, slowest or shown."""
        return float(self.evaluate(f"figures.{name}"))

    def call(self, part: str, name: str, *parameters: Any) -> Any:
        """Calls a method of a part of the page's client."""
        answer = self.evaluate(CALL, [part, name, parameters])
        if "error" in answer:
            raise Failure(answer["error"]["message"])
        return answer["result"]


class Page(Measured):
    """A page at the phone's size, unless another one is given."""

    def __init__(self, context: BrowserContext, slowed: bool = True, size: dict[str, int] | None = None) -> None:
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.set_viewport_size(size or PHONE)
        self.page.add_init_script(OBSERVE)
        self._cdp = context.new_cdp_session(self.page)
        self._cdp.send("Network.enable")
        self._enlarge_window(size or PHONE)
        if slowed:
            self._cdp.send("Emulation.setCPUThrottlingRate", {"rate": self.slowdown()})
            self._cdp.send("Network.emulateNetworkConditions", NETWORK)
        #: The bytes of each answer's body, uncompressed, by the request's id; the requests' paths; and the requests that the server answered.
        self._bytes: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        self._answered: set[str] = set()
        self._cdp.on("Network.requestWillBeSent", lambda event: self._paths.__setitem__(event["requestId"], path(event["request"]["url"])))
        self._cdp.on("Network.requestServedFromCache", lambda event: self._paths.pop(event["requestId"], None))
        self._cdp.on("Network.responseReceived", self._responded)
        self._cdp.on("Network.dataReceived", lambda event: self._count(event["requestId"], event["dataLength"]))

    def _enlarge_window(self, size: dict[str, int]) -> None:
        """Makes the window higher than the page, whose emulated size stays."""
        window = self._cdp.send("Browser.getWindowForTarget")["windowId"]
        wanted = {"width": max(size["width"], 500), "height": size["height"] + BARS}
        self._cdp.send("Browser.setWindowBounds", {"windowId": window, "bounds": wanted})
        height = lambda: self._cdp.send("Browser.getWindowBounds", {"windowId": window})["bounds"]["height"]
        wait("the window is high enough", lambda: height() == wanted["height"])

    def _responded(self, event: dict[str, Any]) -> None:
        if not event["response"].get("fromServiceWorker") and not event["response"].get("fromDiskCache"):
            self._answered.add(event["requestId"])

    def _count(self, request: str, length: int) -> None:
        self._bytes[request] = self._bytes.get(request, 0) + length

    def requests(self) -> list[tuple[str, int]]:
        """The paths of the requests that the server has answered, in order, and the bytes of their answers' bodies."""
        return [(name, self._bytes.get(request, 0)) for request, name in self._paths.items() if request in self._answered]

    def requests_to_the_tab(self) -> list[tuple[str, int]]:
        """Those of `requests` that began before the dashboard was ready. What comes later loads behind it.

        The browser lists neither the page nor its icon among a page's resources.
        """
        begun = set(self.page.evaluate("""performance.getEntriesByType("resource").filter((entry) => entry.startTime <= figures.tab)
            .map((entry) => new URL(entry.name).pathname)"""))
        return [(name, size) for name, size in self.requests() if name == "/" or name.endswith("/icon.svg") or name in begun]

    def open(self, address: str) -> Self:
        self.page.goto(address)
        return self

    def shows(self, screen: str) -> Self:
        self.page.wait_for_selector(f"main[data-screen={screen}]:is([data-state=ready], [data-state=empty])")
        return self

    def evaluate(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def places(self, selector: str) -> list[list[float]]:
        """The middles of those elements that are in view, and that nothing covers."""
        found: list[list[float]] = self.page.evaluate("""(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const middle = [x + width / 2, y + height / 2];
            return element.contains(document.elementFromPoint(...middle)) ? [middle] : [];
        })""", selector)
        return found

    def nodes(self) -> int:
        """The number of the document's nodes."""
        return int(self.page.evaluate(NODES))

    def heap(self) -> float:
        """The JavaScript heap in use after a collection of garbage, in MB."""
        for _ in range(3):
            self._cdp.send("HeapProfiler.collectGarbage")
        return float(self._cdp.send("Runtime.getHeapUsage")["usedSize"]) / 1e6

    def go(self, path: str) -> None:
        """Goes to another page of the client, as a link does."""
        self.page.evaluate("""async (path) => {
            const main = document.querySelector("script[type=module]").src;
            (await import(new URL("routes.js", main).href)).go(path);
        }""", path)

    def forget_caches(self) -> None:
        """Removes everything of the client but the databases: the browser's HTTP cache, the service worker and its caches."""
        self._cdp.send("Network.clearBrowserCache")
        self.page.evaluate("""async () => {
            for (const name of await caches.keys()) await caches.delete(name);
            for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
        }""")

    def close(self) -> None:
        """Closes the page."""
        self.page.close()


def path(url: str) -> str:
    """The path of a URL, without its query."""
    return urllib.parse.urlsplit(url).path


def opened(context: BrowserContext, slowed: bool = True, size: dict[str, int] | None = None) -> contextlib.closing[Page]:
    """A page for a `with` block."""
    return contextlib.closing(Page(context, slowed, size))
