"""Tests of the web client's room as people use it: reading, keys, what is hidden, drafts, many comments at once."""

import re
import threading

from fixtures import comment, room
from playwright.sync_api import expect
from visit import DESKTOP, PHONE, Visit, until

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


def _open(visit, room_id, state="ready"):
    visit.opens(f"/rooms/{room_id}", "room", state)
    return visit.page


def _walk(visit, name, key="Tab"):
    """Presses a key until the focus is on what has this name. Each step is visible and uncovered."""
    passed = []
    for _ in range(80):
        visit.page.keyboard.press(key)
        focused = visit.page.evaluate(FOCUS)
        assert not focused["fault"], focused
        if name in (focused["name"], focused.get("href")):
            return
        passed.append(focused["name"])
    raise AssertionError(f"{name} isn't among {passed}")


def a_friend_joins_and_writes_by_keyboard_alone(site, browser):
    """The whole way from the link to a comment, its edit and its deletion, with a visible and uncovered focus at each step."""
    code = site.call("POST", "/invites", {}, by="ada")["code"]
    for number, size in enumerate((PHONE, DESKTOP)):
        username = f"kim{number}"
        if number:
            code = site.call("POST", "/invites", {}, by="ada")["code"]
        visit = Visit(browser, site.url, size)
        page, keyboard = visit.page, visit.page.keyboard
        visit.opens(f"/join#sofa/{code}", "enter")
        for field, text in (("Username", username), ("E-mail", f"{username}@example.org"), ("Password", "nine lamps at sea")):
            _walk(visit, field)
            keyboard.type(text)
        _walk(visit, "Create account")
        keyboard.press("Enter")
        expect(page.locator("main[data-screen=watch]")).to_be_visible()
        member = next(friend["id"] for friend in site.call("GET", "/friends", by="ada")["friends"] if friend["username"] == username)
        room_id = site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": f"By keys {number}"}, "memberIDs": [member]}, by="ada")["id"]
        comment(site, room_id, "12:00 from ada", by="ada")
        expect(page.locator(f'main a[href="/rooms/{room_id}"]')).to_be_visible()
        _walk(visit, f"/rooms/{room_id}")
        keyboard.press("Enter")
        visit.shows("room")
        _walk(visit, "Show everything")
        keyboard.press("Enter")
        _walk(visit, "Show now")
        keyboard.press("Enter")
        _walk(visit, "Comment")
        keyboard.type("15:43 that hallway!")
        _walk(visit, "Send")
        keyboard.press("Enter")
        mine = page.locator('[data-thread="943"] [data-comment][data-state=sent]')
        expect(mine).to_contain_text("that hallway!")
        _walk(visit, "More", "Shift+Tab")
        keyboard.press("Enter")
        expect(visit.button("Edit")).to_be_focused()
        keyboard.press("Enter")
        keyboard.press("Control+a")
        keyboard.type("that HALLWAY!")
        _walk(visit, "Save")
        keyboard.press("Enter")
        expect(mine).to_contain_text("that HALLWAY!")
        expect(visit.button("More", mine)).to_be_focused()
        keyboard.press("Enter")
        for _ in range(4):
            keyboard.press("ArrowDown")
        expect(visit.button("Delete")).to_be_focused()
        keyboard.press("Enter")
        expect(visit.button("Cancel")).to_be_focused()
        _walk(visit, "Delete")
        keyboard.press("Enter")
        expect(mine).to_have_count(0)
        assert page.evaluate("document.activeElement !== document.body")
        visit.end()


def a_room_has_names_for_those_who_listen(site, browser):
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "hello")
    comment(site, room_id, "15:43 that hallway!")
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = _open(visit, room_id)
    for name in ("bea in General, new", "bea at 15:43, new"):
        expect(page.get_by_role("article", name=name, exact=True)).to_have_count(1)
    for name in ("General", "15:43"):
        expect(page.get_by_role("heading", level=2, name=name, exact=True)).to_have_count(1)
        expect(page.get_by_role("group", name=name, exact=True)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_count(1)
    expect(page.get_by_role("button", name="Mark as watched", exact=True, pressed=True)).to_have_count(1)
    visit.waits()
    comment(site, room_id, "16:00 and another")
    comment(site, room_id, "16:00 and one more")
    expect(page.get_by_role("status")).to_have_text(re.compile("new comments? from bea"))
    visit.end()


def what_is_muted_is_folded_and_counted(site, browser):
    room_id = room(site, by="bea", members=("ada", "cem"))
    for name, text in (("ada", "a harmless word"), ("cem", "something of cem's"), ("ada", "the FINALE, finally")):
        comment(site, room_id, text, by=name)
    cem = site.call("GET", "/me", by="cem")["id"]
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="bea")
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": ["finale"]}, by="bea")
    visit = Visit(browser, site.url).share(site.token("bea"))
    # Before the whole copy is here, nothing that is muted may show either.
    page = _open(visit, room_id)
    assert "FINALE" not in page.content()
    expect(page.locator("[data-comment]")).to_have_count(3)
    expect(page.locator("[data-folded]")).to_have_count(1)
    visit.waits()
    site.call("PUT", "/me/mutes", {"userIDs": [cem], "words": ["finale"]}, by="bea")
    expect(page.locator("[data-folded]")).to_have_count(2)
    assert "something of" not in page.content()
    visit.button("Show", page.locator("[data-folded]").last).click()
    expect(page.get_by_text("the FINALE, finally")).to_be_visible()
    page.goto("/watch")
    expect(page.locator(f'[data-room="{room_id}"]')).to_contain_text("3 comments")
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="bea")
    visit.end()


def the_marker_stops_at_what_was_not_seen(site, browser):
    """Of comments 1 to 9 all but number 4 were in view: the marker is at 3. After number 4 it is at 9."""
    room_id = room(site, watched=["ada"])
    # Number 4 stands far down the timeline.
    for number in range(1, 10):
        comment(site, room_id, "1:30:00 number 4" + "\nand on" * 100 if number == 4 else f"{number}:00 number {number}")
    visit = Visit(browser, site.url, (1440, 1300)).share(site.token("ada"))
    page = _open(visit, room_id)
    seen = lambda: site.call("GET", f"/rooms/{room_id}", by="ada")["readNumber"]
    expect(page.locator("[data-number]")).to_have_count(9)
    until(lambda: seen() == 3, "the marker at 3")
    assert page.locator('[data-number="9"]').bounding_box()["y"] < 1300
    page.locator('[data-number="4"]').scroll_into_view_if_needed()
    page.mouse.wheel(0, 4000)
    until(lambda: seen() == 9, "the marker at 9")
    visit.end()


def a_hidden_page_reads_nothing(site, browser):
    room_id = room(site, watched=["ada"])
    visit = Visit(browser, site.url)
    visit.page.add_init_script("""let state = "visible";
        Object.defineProperty(document, "visibilityState", { get: () => state });
        globalThis.see = next => { state = next; document.dispatchEvent(new Event("visibilitychange")); };
        // Whether a second has passed in which something was in view.
        globalThis.passed = 0;
        setInterval(() => { passed += 1; }, 1000);""")
    visit.share(site.token("ada"))
    page = _open(visit, room_id, "empty")
    page.evaluate("see('hidden')")
    comment(site, room_id, "while you look elsewhere")
    expect(page.locator("[data-number='1']")).to_be_in_viewport()
    before = page.evaluate("passed")
    until(lambda: page.evaluate("passed") >= before + 4, "four seconds of the page")
    assert site.call("GET", f"/rooms/{room_id}", by="ada")["readNumber"] == 0
    page.evaluate("see('visible')")
    until(lambda: site.call("GET", f"/rooms/{room_id}", by="ada")["readNumber"] == 1, "the marker at 1")
    visit.end()


def a_thousand_comments_come_while_one_types(site, browser):
    """No letter is lost, and the comment at the top of the page stays where it is."""
    room_id = room(site, watched=["ada"])
    site.run("tenant", "limit", "sofa", "comments-per-minute=100000")
    for number in range(40):
        comment(site, room_id, f"{number}:30 said before {number}")
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = _open(visit, room_id)
    place = page.locator("[data-comment]").filter(has_text="said before 20")
    place.evaluate("""node => {
        node.scrollIntoView({ block: "start" });
        scrollBy(0, -document.querySelector(".room-head").getBoundingClientRect().bottom - 8);
    }""")
    field = page.get_by_label("Comment", exact=True)
    field.focus()
    before = place.bounding_box()["y"]

    def write(first):
        for number in range(first, 1000, 4):
            comment(site, room_id, f"{number % 40}:{number % 60:02} new {number}")

    site.token("bea")
    writers = [threading.Thread(target=write, args=(first,)) for first in range(4)]
    for writer in writers:
        writer.start()
    text, moved = "", []
    while any(writer.is_alive() for writer in writers):
        word = f"word{len(text)} "
        page.keyboard.type(word)
        text += word
        moved.append(abs(place.bounding_box()["y"] - before))
        if len(text) > 3000:
            break
    for writer in writers:
        writer.join()
    expect(page.locator("[data-comment]")).to_have_count(1040, timeout=120_000)
    assert field.input_value() == text, (len(field.input_value()), len(text))
    # The pill appears and the composer grows at the bottom; neither moves what stands above.
    assert max(moved) < 2 and abs(place.bounding_box()["y"] - before) < 2, (max(moved), before)
    visit.end()


def a_digit_replaces_the_preset_one(site, browser):
    """On a phone, whoever taps the field "Episode", which has a 1, and types 5 makes a room of episode 5."""
    visit = Visit(browser, site.url, PHONE, has_touch=True, is_mobile=True).share(site.token("ada"))
    visit.opens("/new", "new-room")
    field = visit.page.get_by_label("Episode")
    field.tap()
    until(lambda: field.evaluate("node => document.activeElement === node"), "the focus")
    visit.page.evaluate("new Promise(requestAnimationFrame)")
    visit.page.keyboard.type("5")
    expect(field).to_have_value("5")
    visit.end()


def a_custom_title_of_anothers_is_the_same_room(site, browser):
    title = f"The  Hallway {id(site)}"
    ada = site.call("GET", "/me", by="ada")["id"]
    room_id = site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": title.upper()}, "memberIDs": [ada]}, by="bea")["id"]
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = visit.page
    visit.opens("/new", "new-room")
    page.get_by_role("radio", name="Anything else").check()
    page.get_by_label("Title").fill(f" {title} ")
    page.get_by_role("checkbox", name="bea", exact=True).check()
    visit.button("Create room").click()
    expect(page.get_by_text("You have this room.")).to_be_visible()
    visit.button("Open").click()
    visit.shows("room")
    assert page.url.endswith(room_id)
    # The browser itself says in its console that an answer had the status 409.
    assert all("409" in fault for fault in visit.faults), visit.faults
    visit.context.close()
