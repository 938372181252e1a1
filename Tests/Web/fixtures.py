"""What tests of the web client begin with: rooms, tasks and their entries, answers in the server's place, and steps that many tests take."""

import contextlib
import itertools
import json
import struct
import uuid
import zlib

from playwright.sync_api import expect

numbers = itertools.count(1)


def room(site, by="ada", members=("bea",), watched=()):
    """A new room of these people of the demo. Some have watched it already."""
    subject = {"kind": "custom", "title": f"Evening {next(numbers)} of {id(site)}"}
    members = [site.id(member) for member in members]
    room_id = site.call("POST", "/rooms", {"subject": subject, "memberIDs": members, "rewatch": True}, by=by)["id"]
    for name in watched:
        site.call("PUT", f"/rooms/{room_id}/watched", {}, by=name)
    return room_id


def episode(site, by, member):
    """A new room of an episode that the catalogue knows, and the episode's length in seconds."""
    subject = {"kind": "tv", "showID": 95396, "season": 1, "episode": 1}
    room_id = site.call("POST", "/rooms", {"subject": subject, "memberIDs": [site.id(member)], "rewatch": True}, by=by)["id"]
    return room_id, 60 * site.call("GET", "/media/tv/95396/seasons/1/episodes/1", by=by)["runtime"]


def png(width, height, colour=(200, 80, 60)):
    """A picture of one colour, as the bytes of a PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(site, width, height, by="bea", alternative=None):
    """A new picture of somebody, as a new comment names it."""
    file_id = str(uuid.uuid4())
    site.call("PUT", f"/files/{file_id}?name=a.png&kind=picture", png(width, height), by=by, kind="image/png")
    return {"fileID": file_id, **({"alternative": alternative} if alternative else {})}


def comment(site, room_id, content, by="bea", **more):
    return site.call("POST", f"/rooms/{room_id}/comments", {"content": content, **more}, by=by)


def sent(site, room_id):
    """What the server has of a room, in the order of creation."""
    comments = site.call("GET", f"/rooms/{room_id}/comments?limit=500", by="ada")["items"]
    return [comment["content"] for comment in sorted(comments, key=lambda comment: comment["number"])]


def position_of(site, room_id, by="ada"):
    """Where somebody is, in seconds; None if they have said nothing."""
    return (site.call("GET", f"/rooms/{room_id}", by=by).get("position") or {}).get("seconds")


def assignment(site, title, student, *others, by="greta", **fields):
    """A new task of these students, by their names. Returns the first one's assignment."""
    students = [site.id(name) for name in (student, *others)]
    task = site.call("POST", "/tasks", {"title": title, "studentIDs": students, **fields}, by=by)["id"]
    return assignment_of(site, task, student, by)


def assignment_of(site, task, student, by="greta"):
    items = site.call("GET", f"/tasks/{task}/assignments", by=by)["items"]
    return next(one["id"] for one in items if one["student"]["username"] == student)


def perform(site, one, action, by, **fields):
    """Performs an action on an assignment by the API. An evaluation rests on the present version."""
    carried = {"version": site.call("GET", f"/assignments/{one}", by=by)["version"]} if action in ("return", "complete", "evaluate") else {}
    return site.call("POST", f"/assignments/{one}/entries", {"action": action, **carried, **fields}, by=by)


def entries(site, one, by="greta"):
    return site.call("GET", f"/assignments/{one}/entries", by=by)["items"]


def choose(visit, action, label):
    """Performs an action on an assignment as a person does: by its button or by the menu."""
    direct = visit.page.locator(f"[data-action={action}]:is(button)")
    if direct.count():
        direct.click()
    else:
        visit.page.locator("form.marking [data-more]").click()
        visit.button(label).click()
    if action in ("submit", "complete"):
        confirm(visit, label)


def confirm(visit, button, **dialog):
    """Presses a button of the dialog that is open."""
    visit.button(button, visit.page.get_by_role("dialog", **dialog)).click()


def file(name, content, kind="text/plain"):
    """A file as a browser hands it over."""
    return {"name": name, "mimeType": kind, "buffer": content.encode() if isinstance(content, str) else content}


def fetched(route, replaced="", by=""):
    """The server's answer to a held request of a page. Playwright's own requests lack the header by which a cookie counts."""
    headers = {**route.request.all_headers(), "sec-fetch-site": "same-origin"}
    return route.fetch(url=route.request.url.replace(replaced, by) if replaced else route.request.url, headers=headers)


def answer(route, status, body):
    """Answers a request in the server's place, and proves it as the server does: by the request's own echo."""
    media = "application/problem+json" if status >= 400 else "application/json"
    echo = {"Davenport-Echo": route.request.headers.get("davenport-echo", "")}
    route.fulfill(status=status, content_type=media, headers=echo, body=json.dumps(body))


def refuse(route, status, code, detail):
    """Refuses a write in the server's place."""
    if route.request.method == "GET":
        return route.fallback()
    answer(route, status, {"type": "about:blank", "title": "Refused", "status": status, "code": code, "detail": detail})


@contextlib.contextmanager
def swallowed(page, path):
    """Lets writes reach the server, whose answers are lost on the way. Yields the bodies that were sent."""
    bodies = []

    def swallow(route):
        if route.request.method == "GET":
            return route.fallback()
        bodies.append(route.request.post_data_json)
        fetched(route)
        route.fulfill(status=502, content_type="text/html", body="<p>Bad Gateway</p>")

    page.route(path, swallow)
    yield bodies
    page.unroute(path, swallow)


def chip_of(page):
    return page.get_by_role("slider", name="Time", exact=True)


def goes_to(page, text):
    """Says where one is by the clock, once one has begun."""
    chip_of(page).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def second_of(page):
    """Where the next comment lands, which is where one is while nothing is pinned."""
    return int(page.locator(".composer").get_attribute("data-second"))


def lands(page, second):
    expect(page.locator(f'.composer[data-second="{second}"]')).to_be_attached()


# Dispatches an event as the browser does for files that are dropped or pasted. Gives whether the page has taken it.
HAND_OVER = """([selector, kind, files]) => {
    const transfer = new DataTransfer();
    for (const [name, content, type = "text/plain"] of files) {
        const part = typeof content === "string" ? content : Uint8Array.from(content);
        transfer.items.add(new File([part], name, { type }));
    }
    if (files.length === 0) transfer.setData("text/plain", "only text");
    const shared = { bubbles: true, cancelable: true };
    const event = kind === "paste" ? new ClipboardEvent(kind, { ...shared, clipboardData: transfer })
        : new DragEvent(kind, { ...shared, dataTransfer: transfer });
    return !document.querySelector(selector).dispatchEvent(event);
}"""


def hand_over(visit, kind, *files, into="form.marking textarea"):
    """Drops or pastes files, or only text, into a field: each by its name, its text or bytes, and its type. Returns whether the page has taken them."""
    given = [(name, content if isinstance(content, str) else list(content), *kind) for name, content, *kind in files]
    return visit.page.evaluate(HAND_OVER, [into, kind, given])


def has_posters(site):
    """Whether the server has the posters of all shows and films. It asks the catalogue for them after the first answer."""
    rooms = [room for section in site.call("GET", "/dashboard", by="ada")["sections"] for room in section["rooms"]]
    return all("poster" in room or room["subject"]["kind"] == "custom" for room in rooms)
