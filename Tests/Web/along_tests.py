"""Tests of what helps people along the timeline: the time chip, watching along, what lies ahead, reactions and mentions."""

import re
import time

from fixtures import comment, room
from playwright.sync_api import expect
from visit import DESKTOP, PHONE, Visit, until

# Lets a test move the page's clock, as when a device has slept.
CLOCK = "globalThis.ahead = 0; const now = Date.now; Date.now = () => now() + ahead;"


def _open(visit, room_id, state="ready"):
    visit.page.goto(f"/rooms/{room_id}")
    visit.shows("room", state)
    return visit.page


def _chip(page):
    return page.get_by_role("slider", name="Time", exact=True)


def _second(page):
    """Where the next comment lands, which is where one is while nothing is pinned."""
    return int(page.locator(".composer").get_attribute("data-second"))


def _lands(page, second):
    expect(page.locator(f'.composer[data-second="{second}"]')).to_be_attached()


def _position(site, room_id, by="ada"):
    return site.call("GET", f"/rooms/{room_id}", by=by).get("position")


def _whole(page):
    """Waits until the service worker and a whole copy are here."""
    until(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"), "a service worker")
    expect(page.locator("html[data-live=waiting]")).to_be_attached(timeout=60_000)


def _drag(page, right, up, steps=1, escape=False):
    box = _chip(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y)
    page.mouse.move(x + right, y - up, steps=steps)
    if escape:
        page.keyboard.press("Escape")
    page.mouse.up()


def the_chip_is_dragged_walked_and_typed_into(site, browser):
    """40 px up are 5:00, 0:50 or 0:10, by how far right the pointer is; keys and the field reach every second, too."""
    for size in (PHONE, DESKTOP):
        room_id = room(site)
        visit = Visit(browser, site.url, size).share(site.token("ada"))
        page = _open(visit, room_id)
        chip = _chip(page)
        for right, second in ((0, 300), (64, 350), (128, 360)):
            _drag(page, right, 40, steps=7)
            _lands(page, second)
        until(lambda: (_position(site, room_id) or {}).get("seconds") == 360, "the position at the server")
        _drag(page, 128, -40)
        _lands(page, 350)
        _drag(page, 0, 200, escape=True)
        _lands(page, 350)
        expect(chip).to_have_attribute("aria-valuetext", "5 minutes 50 seconds")
        chip.focus()
        for key, second in (("ArrowUp", 351), ("ArrowRight", 352), ("ArrowDown", 351), ("ArrowLeft", 350), ("Shift+ArrowUp", 360), ("PageUp", 420),
                            ("Shift+ArrowDown", 410), ("PageDown", 350), ("Home", 0), ("End", 3600)):
            page.keyboard.press(key)
            _lands(page, second)
        expect(chip).to_have_attribute("aria-valuetext", "1 hour")
        for typed, second in (("15:43", 943), ("1543", 943), ("1:02:03", 3723), ("943", 583)):
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
            _lands(page, second)
            expect(chip).to_be_focused()
        page.keyboard.type("9:99")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("Write it as 15:43 or 1:02:03.")
        page.keyboard.press("Escape")
        _lands(page, 583)
        chip.click()
        field = page.get_by_role("textbox", name="At, such as 15:43")
        field.fill("20:00")
        visit.button("+10 seconds").click()
        _lands(page, 1210)
        visit.button("−10 seconds").click()
        _lands(page, 1200)
        until(lambda: (_position(site, room_id) or {}).get("seconds") == 1200, "the last position at the server")
        visit.end()


def what_is_typed_lands_where_it_began(site, browser):
    """The first key pins the second while the timer runs on; what is sent lands there, and the chip follows again."""
    room_id = room(site)
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = _open(visit, room_id)
    visit.button("Watch along").click()
    until(lambda: _second(page) >= 2, "two seconds")
    field = page.get_by_label("Comment", exact=True)
    field.press_sequentially("what")
    began = _second(page)
    edge = page.locator("[data-gate]")
    until(lambda: int(re.search(r"at 0:(\d+)", edge.inner_text())[1]) >= began + 2, "the timer runs on")
    field.press_sequentially(" was that?")
    _lands(page, began)
    _chip(page).press("Shift+ArrowUp")
    _lands(page, began + 10)
    _chip(page).press("Shift+ArrowDown")
    # The pin has moved, and I haven't.
    assert int(re.search(r"at 0:(\d+)", edge.inner_text())[1]) < began + 10
    visit.button("Send").click()
    mine = page.locator(f'[data-thread="{began}"] [data-comment][data-state=sent]')
    expect(mine).to_contain_text("what was that?")
    until(lambda: _second(page) > began, "the chip follows again")
    visit.button("Reply", mine).click()
    _lands(page, began)
    visit.button("Not at this time").click()
    until(lambda: _second(page) > began, "the chip follows once more")
    # Without words there is no pin, and a time among the words is the comment's.
    field.press_sequentially("x")
    expect(visit.button("Not at this time")).to_be_visible()
    field.fill("")
    expect(visit.button("Not at this time")).to_be_hidden()
    field.fill("15:43 that hallway!")
    _lands(page, 943)
    _chip(page).press("ArrowUp")
    expect(field).to_have_value("15:44 that hallway!")
    visit.button("Pause").click()
    visit.button("Send").click()
    # My own comment beyond moves me there.
    expect(edge).to_contain_text("You are at 15:44.")
    visit.end()


def watching_along_is_one_clock(site, browser):
    """30 s of watching are 30 ± 1 s, after a reload too; another device is within 2 s; without the server it goes on."""
    room_id = room(site, by="bea", members=("ada",))
    for number in range(10):
        comment(site, room_id, f"0:{10 + number:02} said before {number}")
    for number in range(20):
        comment(site, room_id, f"0:{35 + number:02} said after {number}")
    visit = Visit(browser, site.url)
    visit.page.add_init_script(CLOCK)
    page = _open(visit.share(site.token("ada")), room_id)
    _whole(page)
    articles = page.locator("[data-comment]")
    expect(articles).to_have_count(0)
    page.evaluate("""() => {
        const line = document.querySelector(".composer");
        globalThis.reached = new Promise((resolve) => {
            new MutationObserver(() => { if (line.dataset.second === "30") resolve(performance.now()); }).observe(line, { attributes: true });
        });
        addEventListener("click", () => { globalThis.began = performance.now(); }, { capture: true, once: true });
    }""")
    visit.button("Watch along").click()
    passed = page.evaluate("reached.then((at) => at - began)")
    assert abs(passed - 30_000) < 1000, passed
    expect(articles).to_have_count(10)
    began = time.monotonic() - 30
    page.reload()
    visit.shows("room")
    until(lambda: _second(page) > 0, "the position after a reload")
    assert abs(_second(page) - (time.monotonic() - began)) <= 2, (_second(page), time.monotonic() - began)
    other = Visit(browser, site.url, PHONE).share(site.token("ada"))
    _open(other, room_id)
    until(lambda: _second(other.page) > 30, "the position on another device")
    assert abs(_second(other.page) - _second(page)) <= 2
    site.stop()
    until(lambda: page.locator("main").get_attribute("data-state") == "offline", "offline")
    at = time.monotonic()
    second = _second(page)
    until(lambda: _second(page) >= second + 10, "ten seconds without the server")
    assert abs(time.monotonic() - at - 10) < 2
    assert articles.count() >= 10 + min(20, _second(page) - 36)
    # Both are paused at the second last set, once nothing has renewed it for 180 s.
    page.evaluate("ahead = 181_000")
    expect(page.get_by_text("You were at")).to_be_visible()
    paused = page.get_by_text("You were at").inner_text()
    visit.button("Go on").click()
    expect(visit.button("Pause")).to_be_visible()
    expect(page.get_by_text("You were at")).to_be_hidden()
    assert re.search(r"0:\d\d", paused), paused
    page.evaluate("ahead = 0")
    site.start()
    until(lambda: (_position(site, room_id) or {}).get("running"), "the position at the server again", 120)
    for one in (visit, other):
        # The browser says that it got no answer; the policy and the scripts have nothing to say.
        assert all("ERR_" in fault or "503" in fault for fault in one.faults), one.faults
        one.context.close()


def two_devices_start_and_pause_as_one(site, browser):
    room_id = room(site)
    visits = [Visit(browser, site.url, size).share(site.token("ada")) for size in (DESKTOP, PHONE)]
    for visit in visits:
        _open(visit, room_id)
        expect(visit.page.locator("html[data-live=waiting]")).to_be_attached(timeout=60_000)
    one, other = (visit.page for visit in visits)
    visits[0].button("Watch along").click()
    expect(visits[1].button("Pause")).to_be_visible()
    until(lambda: _second(other) >= 2, "the other device runs")
    assert abs(_second(one) - _second(other)) <= 2
    visits[1].button("Pause").click()
    expect(visits[0].button("Watch along")).to_be_visible()
    until(lambda: _second(one) == _second(other), "both at one second")
    other.locator("h1").click()
    other.keyboard.press("w")
    expect(visits[0].button("Pause")).to_be_visible()
    one.locator("h1").click()
    one.keyboard.press("w")
    expect(visits[1].button("Watch along")).to_be_visible()
    visits[0].button("Mark as watched").click()
    for visit in visits:
        expect(visit.page.locator(".along")).to_be_hidden()
        _lands(visit.page, 0)
    assert _position(site, room_id) is None
    for visit in visits:
        visit.end()


def what_lies_ahead_is_nowhere(site, browser):
    """Ada's 20 comments and two in General are nowhere until they are due; then each appears without a request."""
    room_id = room(site, by="bea", members=("ada", "cem"))
    said = [comment(site, room_id, f"0:{5 + number:02} ahead-{number}", by="ada") for number in range(20)]
    general = [comment(site, room_id, f"general-{name}", by=name) for name in ("ada", "cem")]
    for one in (*said, *general):
        site.call("PUT", f"/rooms/{room_id}/comments/{one['id']}/reactions/%F0%9F%A6%92", by="ada")
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    visit = Visit(browser, site.url).share(site.token("bea"))
    page = _open(visit, room_id)
    _whole(page)

    def hidden(*shown):
        """Of all other comments nothing is anywhere in the page."""
        places = (page.content(), page.locator("body").aria_snapshot(), page.title())
        for one in (*said, *general):
            assert one in shown or not any(secret in place for place in places for secret in (one["id"], one["content"])), one["content"]
        assert page.locator(".reaction").count() == page.locator("[data-comment]").count() == len(shown)
        assert page.locator(".rail").get_attribute("data-marks") == str(page.locator("[data-thread]").count())
        assert shown or "🦒" not in page.content()
        assert not re.search(r"(?<!:)\b(20|21|22)\b", page.locator("main").inner_text()), page.locator("main").inner_text()

    expect(page.locator(".rail")).to_be_attached()
    hidden()
    assert site.call("GET", f"/rooms/{room_id}", by="bea")["readNumber"] == 0
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    visit.button("Watch along").click()
    # Cem hasn't watched either: what he said in General spoils nothing.
    expect(page.get_by_text("general-cem")).to_be_visible()
    expect(page.get_by_text("ahead-0", exact=True)).to_be_visible(timeout=20_000)
    assert _second(page) in (5, 6), _second(page)
    visit.button("Pause").click()
    hidden(*said[:_second(page) - 4], general[1])
    visit.button("Watch along").click()
    site.stop()
    expect(page.get_by_text("ahead-9", exact=True)).to_be_visible(timeout=20_000)
    assert _second(page) in (14, 15), _second(page)
    assert not any("/comments" in url for url in requests), requests
    site.start()
    expect(page.locator("main[data-state=ready]")).to_be_visible(timeout=60_000)
    visit.button("Pause").click()
    visit.button("Mark as watched").click()
    for one in (*said, *general):
        expect(page.locator(f"[data-comment='{one['id']}'][data-new] .reaction")).to_have_count(1)
    assert all("ERR_" in fault or "503" in fault for fault in visit.faults), visit.faults
    visit.context.close()


def a_link_into_what_lies_ahead_asks(site, browser):
    room_id = room(site, by="bea", members=("ada",))
    one = comment(site, room_id, "0:20 not yet", by="ada")
    visit = Visit(browser, site.url).share(site.token("bea"))
    page = visit.page
    for address in (f"#n{one['number']}", "#0:20"):
        page.goto("/watch")
        page.goto(f"/rooms/{room_id}{address}")
        visit.shows("room")
        expect(page.locator("[data-gate]")).to_contain_text("The link leads to 0:20")
        expect(visit.button("Show everything")).to_be_focused()
        assert "not yet" not in page.content()
    visit.button("I'm at …").click()
    page.keyboard.type("0:30")
    page.keyboard.press("Enter")
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.button("−10 seconds").click()
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.button("−10 seconds").click()
    expect(page.get_by_text("not yet")).to_have_count(0)
    visit.button("Show everything").click()
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.end()


def the_rail_leads_to_a_thread(site, browser):
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    for minute in range(0, 50, 2):
        comment(site, room_id, f"{minute}:30 said at minute {minute}")
    comment(site, room_id, "58:00 my own", by="ada")
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = _open(visit, room_id)
    rail = page.locator(".rail[data-marks='26']")
    expect(rail).to_be_visible()
    for name, count in (("new", 25), ("mine", 1), ("others", 0)):
        assert rail.locator(f".rail-{name}").get_attribute("d").count("M") == count, name
    box = rail.bounding_box()
    for part, text in ((0.995, "my own"), (0.5, "said at minute 28"), (0, "said at minute 0")):
        page.mouse.click(box["x"] + 10, box["y"] + 1 + part * (box["height"] - 2))
        expect(page.get_by_text(text, exact=True)).to_be_in_viewport()
    visit.end()


def reactions_are_given_and_taken_back(site, browser):
    """By pointer, by keyboard and without the server; another's page has them within a second."""
    room_id = room(site)
    for name in ("ada", "bea"):
        site.call("PUT", f"/rooms/{room_id}/watched", {}, by=name)
    comment(site, room_id, "15:43 that hallway!")
    visits = [Visit(browser, site.url, size).share(site.token(name)) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        _open(visit, room_id)
        _whole(visit.page)
    (ada, bea), page = visits, visits[0].page

    def pill(visit, emoji, count):
        return visit.page.locator(f'.reaction[data-emoji="{emoji}"]').filter(has_text=str(count))

    def reaches(emoji, count):
        """Both pages have it; the other's within a second of the first."""
        expect(pill(ada, emoji, count)).to_be_visible()
        expect(pill(bea, emoji, count)).to_be_visible(timeout=1000)

    def choose(visit):
        visit.button("More", visit.page.locator("[data-comment]")).click()
        visit.button("React").click()

    choose(ada)
    ada.button("🔥").click()
    reaches("🔥", 1)
    expect(pill(ada, "🔥", 1)).to_have_attribute("aria-pressed", "true")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-pressed", "false")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-label", re.compile("ada"))
    pill(bea, "🔥", 1).click()
    expect(pill(bea, "🔥", 2)).to_have_attribute("aria-pressed", "true")
    expect(pill(ada, "🔥", 2)).to_be_visible(timeout=1000)
    pill(ada, "🔥", 2).hover()
    expect(page.locator(".who")).to_contain_text("bea")
    page.mouse.move(0, 0)
    expect(page.locator(".who")).to_have_count(0)

    # By keys alone: the menu, the field for any emoji, and the pill, whose focus stays.
    ada.button("More", page.locator("[data-comment]")).focus()
    page.keyboard.press("Enter")
    expect(ada.button("React")).to_be_focused()
    page.keyboard.press("Enter")
    expect(ada.button("😂")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(ada.button("❤️")).to_be_focused()
    page.keyboard.press("Enter")
    reaches("❤️", 1)
    expect(ada.button("More", page.locator("[data-comment]"))).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    for _ in range(6):
        page.keyboard.press("Tab")
    field = page.get_by_role("textbox", name="Another emoji")
    expect(field).to_be_focused()
    page.keyboard.type("ab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Write one emoji.")
    field.fill("🦒")
    page.keyboard.press("Enter")
    reaches("🦒", 1)
    pill(ada, "🦒", 1).focus()
    page.keyboard.press("Enter")
    expect(pill(ada, "🦒", 1)).to_have_count(0)
    expect(pill(bea, "🦒", 1)).to_have_count(0, timeout=1000)

    site.stop()
    pill(ada, "🔥", 2).click()
    expect(pill(ada, "🔥", 1)).to_have_attribute("aria-pressed", "false")
    choose(ada)
    ada.button("👀").click()
    expect(pill(ada, "👀", 1)).to_be_visible()
    expect(page.locator("html[data-outbox='2']")).to_be_attached()
    site.start()
    expect(page.locator("html[data-outbox='0']")).to_be_attached(timeout=120_000)
    expect(pill(bea, "👀", 1)).to_be_visible(timeout=60_000)
    expect(pill(bea, "🔥", 1)).to_be_visible()
    for visit in visits:
        assert all("ERR_" in fault or "503" in fault for fault in visit.faults), visit.faults
        visit.context.close()


def people_are_mentioned(site, browser):
    """By keyboard, by pointer, and without the server, which then knows the members alone."""
    room_id = room(site, members=("bea", "cem"))
    for name in ("ada", "bea"):
        site.call("PUT", f"/rooms/{room_id}/watched", {}, by=name)
    visits = [Visit(browser, site.url, size).share(site.token(name)) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        _open(visit, room_id, "empty")
        _whole(visit.page)
    (ada, bea), page = visits, visits[0].page
    field, options = page.get_by_label("Comment", exact=True), page.get_by_role("listbox").get_by_role("option")

    field.press_sequentially("me@be")
    expect(options).to_have_count(0)
    field.fill("")
    field.press_sequentially("look, @")
    expect(options).to_have_count(0)
    field.press_sequentially("B")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("look, @B")
    field.press_sequentially("e")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Enter")
    expect(field).to_have_value("look, @bea ")
    field.press_sequentially("and @c")
    expect(options).to_have_text(["@cem"])
    options.first.click()
    expect(field).to_have_value("look, @bea and @cem ")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    mentions = page.locator("[data-comment][data-state=sent] .mention")
    expect(mentions).to_have_text(["@bea", "@cem"])
    # Hers stands out on her page, within a second.
    expect(bea.page.locator(".mention-me")).to_have_text(["@bea"], timeout=1000)
    expect(page.locator(".mention-me")).to_have_count(0)

    site.stop()
    field.press_sequentially("and @b")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Tab")
    expect(field).to_have_value("and @bea ")
    page.keyboard.press("Enter")
    expect(page.locator("[data-state=waiting]")).to_have_count(1)
    site.start()
    expect(mentions).to_have_count(3, timeout=120_000)
    for visit in visits:
        assert all("ERR_" in fault or "503" in fault for fault in visit.faults), visit.faults
        visit.context.close()
