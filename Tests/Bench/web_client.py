"""bin/bench web: the web client of the demo in Chromium, with a slowed processor and a slow network. The program serves the files beside it."""

import contextlib
import dataclasses
import gzip
import json
import pathlib
import statistics
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import processor
from demo_server import PASSWORD
from figures import Row, Sections, Target, rows_of
from fixtures import comment, room
from plain_chromium import PlainChromium
from playwright.sync_api import Browser, BrowserContext, Error, sync_playwright
from program import commit, described, programs
from proxied_site import ProxiedSite
from report import Result, result
from settings import Settings
from web_page import DESKTOP, PHONE, PHONES_WORK, Measured, Page, opened

from tools import system
from tools.failure import Failure, say
from tools.processes import Processes
from tools.waiting import wait

REQUESTS, CODE, REST, ALL_CODE = Target(34, 28), Target(60, 50), Target(30, 20), Target(310, 250)
NONE = Target(0.5, 0)
LCP_FIRST, LCP_REPEATED = Target(2500, 1800), Target(1200, 600)
SHOWN, NODES = Target(1500, 800), Target(9000, 6000)
INP = Target(200, 100)
SHIFT, HEAP = Target(0.1, 0.02), Target(3, 1)

#: How the names of scripts and styles end.
ENDINGS = (".js", ".css")
#: How many comments the long room has, and how many rooms are opened after the first.
COMMENTS, ROOMS = 500, 50
#: A room of the demo that Ada hasn't watched, and each page that a person who is signed in can open.
ROOM = "50fa0000-0000-4000-8000-000000000005"
PAGES = {"/watch": "watch", "/rooms/{id}": "room", "/archive": "archive", "/archive/{group}": "archive", "/new": "new-room", "/people": "people",
         "/settings": "settings", "/settings/notifications": "settings", "/settings/sessions": "settings", "/settings/calendar": "settings",
         "/settings/players": "settings", "/settings/history": "settings"}

#: The figures of one round by their names.
Round = dict[str, float]


@dataclasses.dataclass(frozen=True)
class Rooms:
    """Rooms of Cem and Bea: a long one that Cem has watched, and short ones. Ada isn't in them, so her first tab stays the demo's."""

    long: str
    short: list[str]

    @staticmethod
    def made(site: ProxiedSite) -> "Rooms":
        """Makes the rooms."""
        say(f"Making a room of {COMMENTS} comments, and {ROOMS + 1} of 4.")
        long, *short = (room(site, by="cem") for _ in range(ROOMS + 2))
        written = [long] * COMMENTS + short * 4
        for number, room_id in enumerate(written):
            # A person writes 60 comments a minute.
            if number % 60 == 59:
                site.run("dev", "clock", "+61s")
            second = number // 5 * 25
            text = f"{second // 60}:{second % 60:02} What was that, number {number}? I had to look twice, and still don't know who it was."
            comment(site, room_id, text)
        for room_id in (long, *short):
            site.call("PUT", f"/rooms/{room_id}/watched", by="cem")
        return Rooms(long, short)


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from the demo's start to the figures."""
    with Processes() as processes, tempfile.TemporaryDirectory() as folder:
        program = programs(settings.programs[-1:], processes)[-1]
        try:
            site = ProxiedSite(processes, pathlib.Path(folder) / "data", program.path, web=None).start()
            rooms = Rooms.made(site)
            with _chromium() as browser:
                rounds = [_round(browser, site, rooms, number) for number in range(1, settings.rounds + 1)]
                version = browser.version
        except Error as error:
            raise Failure(str(error)) from error
    title = [
        f"Chromium {version}, {len(rounds)} rounds, {PHONE['width']} × {PHONE['height']} px, as fast as a phone that takes {PHONES_WORK} ms for TIME_OF_WORK, 1.6 Mbit/s, 150 ms.",
        described(), program.origin(), f"bin/bench: {commit(system.ROOT)}"]
    sections = _sections(rounds)
    return dataclasses.replace(result("web", title, sections, ["client"]), missed=_missed(sections))


def _missed(sections: Sections) -> list[str]:
    """The figures that miss what they must reach."""
    return [f"{row.name} ({title})" for title, rows in sections for row in rows
            if row.target and row.target.verdict(statistics.median(row.values["client"])) == "MISSED"]


@contextlib.contextmanager
def _chromium() -> Iterator[Browser]:
    arguments = ["--no-sandbox", "--enable-precise-memory-info"]
    with sync_playwright() as playwright, contextlib.closing(playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)) as browser:
        yield browser


def _round(browser: Browser, site: ProxiedSite, rooms: Rooms, number: int) -> Round:
    """One round: what a new visitor sees, what she sees again, and a person with many comments and rooms."""
    busy, ours = processor.machine(), processor.family(processor.SELF)
    figures: Round = {}
    with contextlib.closing(browser.new_context(base_url=site.url)) as context:
        figures |= _first_visit(context, site) | _kept(context, site) | _repeated(context) | _shifts(context, site) | _uncached(context)
    with contextlib.closing(browser.new_context(base_url=site.url)) as context:
        _share(context, site, "cem")
        figures |= _long_room(context, rooms.long) | _many_rooms(context, rooms.short) | _puzzle(context, site)
    busy, ours = processor.machine() - busy, processor.family(processor.SELF) - ours
    figures["repeated lcp"] = _from_the_copy(site, "ada", "/", "watch", "lcp")
    figures["shown"] = _from_the_copy(site, "cem", f"/rooms/{rooms.long}", "room", "shown")
    say(f"Round {number}: LCP {figures['first lcp']:.0f} and {figures['repeated lcp']:.0f} ms; others used {max(0, busy - ours):.0f} s of processors")
    return figures


def _share(context: BrowserContext, site: ProxiedSite, username: str) -> None:
    """Signs somebody in by a session that exists already, and waits until everything of the person is kept."""
    context.add_cookies([_cookie(site, username)])
    with opened(context, slowed=False) as page:
        _adopt(page)


def _adopt(page: Measured) -> None:
    page.open("/").shows("enter")
    page.call("session", "adopt", page.call("api", "call", "showMe"))
    page.open("/").shows("watch")
    _until_kept(page)


def _cookie(site: ProxiedSite, username: str) -> Any:
    return {"name": f"davenport-{urllib.parse.urlsplit(site.url).port}", "value": site.token(username), "url": site.url, "httpOnly": True, "sameSite": "Strict"}


def _until_kept(page: Measured) -> None:
    wait("the copy is whole", lambda: page.call("replica", "isWhole"), 120)
    wait("the service worker works", lambda: page.evaluate("navigator.serviceWorker.controller !== null"), 120)


def _first_visit(context: BrowserContext, site: ProxiedSite) -> Round:
    """From nothing over the sign-in to the first tab."""
    with opened(context) as page:
        page.open("/").shows("enter").settle()
        figures = {"sign-in lcp": page.figure("lcp")}
        page.page.get_by_label("E-mail").fill("ada@example.org")
        page.page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.page.get_by_role("button", name="Sign in", exact=True).click()
        figures["cls /"] = page.shows("watch").settle().figure("shift")
        sent = page.requests_to_the_tab()
        say("A first visit sent " + ", ".join(name for name, _ in sent))
        figures["requests"] = len(sent)
    rest = sum(size for name, size in sent if not name.endswith(ENDINGS)) / 1000
    return figures | {"code": _code(site, [name for name, _ in sent]), "rest": rest}


def _code(site: ProxiedSite, names: list[str]) -> float:
    """The kilobytes of the scripts and styles among some paths, as a proxy compresses them."""
    files = [site.url + name for name in names if name.endswith(ENDINGS)]
    return sum(len(gzip.compress(urllib.request.urlopen(file).read())) for file in files) / 1000


def _kept(context: BrowserContext, site: ProxiedSite) -> Round:
    """Waits for the service worker, and counts what it keeps: all of the client."""
    with opened(context, slowed=False) as page:
        page.open("/").shows("watch")
        _until_kept(page)
        version = page.page.evaluate("caches.keys().then((names) => names.find((name) => name.startsWith('davenport-shell-')))")[-12:]
    with urllib.request.urlopen(f"{site.url}/app/{version}/all.json") as answer:
        code = {name: text for name, text in json.load(answer).items() if name.endswith(ENDINGS)}
    return {"all code": _code(site, ["/service-worker.js"]) + len(gzip.compress(json.dumps(code, ensure_ascii=False).encode())) / 1000}


def _repeated(context: BrowserContext) -> Round:
    with opened(context) as page:
        page.open("/").shows("watch").settle()
        sent = [name for name, _ in page.requests() if name != "/v1/changes"]
        if sent:
            say(f"A repeated visit sent {', '.join(sent)}.")
        return {"repeated requests": len(sent)}


def _from_the_copy(site: ProxiedSite, username: str, address: str, screen: str, figure: str) -> float:
    """A figure of a page of somebody who has everything of it. The network isn't slowed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Processes() as processes:
        browser = PlainChromium(processes, pathlib.Path(folder) / "profile", site.url)
        browser.add_cookies([_cookie(site, username)])
        with browser.opened() as page:
            _adopt(page)
        # The second visit finds what the browser has compiled in the first one.
        for _ in range(2):
            with browser.opened(slowed=True) as page:
                found = page.open(address).shows(screen).settle().figure(figure)
    return found


def _shifts(context: BrowserContext, site: ProxiedSite) -> Round:
    """The layout shift of each page, on a phone or a desktop, whichever is larger."""
    group = site.call("GET", "/groups", by="ada")["items"][0]["id"]
    figures: Round = {}
    for address, screen in PAGES.items():
        for size in (PHONE, DESKTOP):
            with opened(context, size=size) as page:
                shift = page.open(address.format(id=ROOM, group=group)).shows(screen).settle().figure("shift")
            figures[f"cls {address}"] = max(figures.get(f"cls {address}", 0), shift)
    return figures


def _uncached(context: BrowserContext) -> Round:
    """The first tab of somebody who is signed in, where nothing of the client is kept but the databases."""
    with opened(context, slowed=False) as page:
        page.open("/").shows("watch").forget_caches()
    with opened(context) as page:
        return {"first lcp": page.open("/").shows("watch").settle().figure("lcp")}


def _long_room(context: BrowserContext, room: str) -> Round:
    with opened(context) as page:
        page.open(f"/rooms/{room}").shows("room").settle()
        count = page.page.locator("[data-comment]").count()
        if count != COMMENTS:
            raise Failure(f"The room shows {count} comments, not {COMMENTS}.")
        figures = {"nodes": float(page.nodes())}
        figures["typing"] = _slowest(page, "#composer", _type)
        figures["menus"] = _slowest(page, ".comment .more", _open_menus)
        figures["chip"] = _slowest(page, ".composer [role=slider]", _drag)
        return figures


def _puzzle(context: BrowserContext, site: ProxiedSite) -> Round:
    """A new puzzle of Cem's, whose letters are chosen and whose cube is turned."""
    challenge = site.call("POST", "/challenges", {"mode": "untimed"}, by="cem")["id"]
    with opened(context) as page:
        page.open(f"/challenges/{challenge}").shows("challenge")
        page.page.get_by_role("button", name="Start", exact=True).click()
        page.page.get_by_role("button", name="Play word", exact=True).wait_for()
        page.settle()
        return {"spelling": _slowest(page, ".face", _spell), "turning": _slowest(page, ".cube", _turn)}


def _slowest(page: Page, selector: str, act: Callable[[Page, list[list[float]]], None]) -> float:
    """The longest time from an input to the next frame, in milliseconds. Less than 16 isn't told apart."""
    places = page.places(selector)
    if not places:
        raise Failure(f"No {selector} is in view.")
    page.page.evaluate("figures.slowest = 16")
    act(page, places)
    page.settle()
    return page.figure("slowest")


# Places are looked up before the inputs: a search in the page while an input waits would count as the page's slowness.
def _type(page: Page, places: list[list[float]]) -> None:
    page.page.mouse.click(*places[0])
    page.page.keyboard.type("12:30 Look at the lamp behind her, it wasn't there before!", delay=100)


def _open_menus(page: Page, places: list[list[float]]) -> None:
    for place in places:
        page.page.mouse.click(*place)
        page.page.wait_for_timeout(500)
        page.page.keyboard.press("Escape")
        page.page.wait_for_timeout(500)


def _drag(page: Page, places: list[list[float]]) -> None:
    x, y = places[0]
    for _ in range(3):
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x + 20, y - 40, steps=20)
        page.page.mouse.up()
        page.page.wait_for_timeout(500)


def _spell(page: Page, places: list[list[float]]) -> None:
    for place in places[:12]:
        page.page.mouse.click(*place)
        page.page.wait_for_timeout(300)
    page.page.keyboard.press("Escape")
    page.page.keyboard.type("lamp", delay=300)
    page.page.keyboard.press("Escape")


def _turn(page: Page, places: list[list[float]]) -> None:
    box = page.page.locator(".cube").bounding_box()
    if not box:
        raise Failure("The cube isn't in view.")
    # A drag that begins beside the cube turns it.
    page.page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 100, box["y"] + 60, steps=20)
    page.page.mouse.up()
    page.page.locator(".face").first.focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 2:
        page.page.keyboard.press(f"Shift+{key}")
        page.page.wait_for_timeout(300)


def _many_rooms(context: BrowserContext, rooms: list[str]) -> Round:
    """How much the heap grows while a page opens more rooms, one after the other."""
    def visit(page: Page, chosen: list[str]) -> float:
        for room in chosen:
            page.go(f"/rooms/{room}")
            page.page.wait_for_selector("[data-comment]")
            page.shows("room")
            page.go("/watch")
            page.shows("watch")
        page.settle()
        return page.heap()

    with opened(context, slowed=False) as page:
        page.open("/watch").shows("watch")
        first = visit(page, rooms[:1])
        return {"heap": visit(page, rooms[1:]) - first}


def _sections(rounds: list[Round]) -> Sections:
    def row(title: str, name: str, target: Target, digits: int = 0, spread: bool = False) -> Row:
        return rows_of("client")(title, [figures[name] for figures in rounds], digits, target, spread)

    pages = [name for name in rounds[0] if name.startswith("cls ")]
    return [
        ("the first visit, over the sign-in to the first tab", [
            row("requests", "requests", REQUESTS), row("KB of scripts and styles, compressed", "code", CODE, 1),
            row("KB of the rest", "rest", REST, 1), row("LCP of the sign-in, ms", "sign-in lcp", LCP_FIRST, spread=True),
            row("LCP of the first tab without any kept file, ms", "first lcp", LCP_FIRST, spread=True)]),
        ("all of the client", [row("KB of scripts and styles, compressed", "all code", ALL_CODE, 1)]),
        ("a repeated visit to the first tab", [
            row("requests besides /changes", "repeated requests", NONE), row("LCP, ms", "repeated lcp", LCP_REPEATED, spread=True)]),
        (f"a room with {COMMENTS} comments, from what is kept", [
            row("shown, ms", "shown", SHOWN, spread=True), row("nodes", "nodes", NODES), row("INP of typing, ms", "typing", INP, spread=True),
            row("INP of opening menus, ms", "menus", INP, spread=True), row("INP of dragging the chip, ms", "chip", INP, spread=True)]),
        ("a puzzle that has begun", [
            row("INP of spelling, ms", "spelling", INP, spread=True), row("INP of turning the cube, ms", "turning", INP, spread=True)]),
        ("layout shift (CLS)", [row(name.removeprefix("cls "), name, SHIFT, 3) for name in pages]),
        (f"{ROOMS} rooms opened after the first", [row("heap, more (MB)", "heap", HEAP, 2, spread=True)]),
    ]
