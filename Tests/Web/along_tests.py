"""Tests of where one is along the timeline: the time chip, watching along, the gate, the rail, and the switches for them."""

import re
import time

from demo_server import StandIn, fresh_site
from fixtures import comment, room
from playwright.sync_api import expect
from timeline import CLOCK, chip_of, lands, open_room, position_of, second_of
from visit import DESKTOP, PHONE, Visit, until


def _drag(page, right, up, steps=1, escape=False):
    box = chip_of(page).bounding_box()
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
        page = open_room(visit, room_id)
        chip = chip_of(page)
        for right, second in ((0, 300), (64, 350), (128, 360)):
            _drag(page, right, 40, steps=7)
            lands(page, second)
        until(lambda: (position_of(site, room_id) or {}).get("seconds") == 360, "the position at the server")
        _drag(page, 128, -40)
        lands(page, 350)
        _drag(page, 0, 200, escape=True)
        lands(page, 350)
        expect(chip).to_have_attribute("aria-valuetext", "5 minutes 50 seconds")
        chip.focus()
        for key, second in (("ArrowUp", 351), ("ArrowRight", 352), ("ArrowDown", 351), ("ArrowLeft", 350), ("Shift+ArrowUp", 360), ("PageUp", 420),
                            ("Shift+ArrowDown", 410), ("PageDown", 350), ("Home", 0), ("End", 3600)):
            page.keyboard.press(key)
            lands(page, second)
        expect(chip).to_have_attribute("aria-valuetext", "1 hour")
        for typed, second in (("15:43", 943), ("1543", 943), ("16", 960), ("1:02:03", 3723), ("943", 583)):
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
            lands(page, second)
            expect(chip).to_be_focused()
        page.keyboard.type("9:99")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("Write it as 15:43 or 1:02:03.")
        page.keyboard.press("Escape")
        lands(page, 583)
        chip.click()
        field = page.get_by_role("textbox", name="At, such as 15:43")
        field.fill("20:00")
        visit.button("+10 seconds").click()
        lands(page, 1210)
        visit.button("−10 seconds").click()
        lands(page, 1200)
        until(lambda: (position_of(site, room_id) or {}).get("seconds") == 1200, "the last position at the server")
        visit.end()


def what_is_typed_lands_where_it_began(site, browser):
    """The first key pins the second while the timer runs on; what is sent lands there, and the chip follows again."""
    room_id = room(site)
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = open_room(visit, room_id)
    visit.button("Watch along").click()
    until(lambda: second_of(page) >= 2, "two seconds")
    field = page.get_by_label("Comment", exact=True)
    field.press_sequentially("what")
    began = second_of(page)
    edge = page.locator("[data-gate]")
    until(lambda: int(re.search(r"at 0:(\d+)", edge.inner_text())[1]) >= began + 2, "the timer runs on")
    field.press_sequentially(" was that?")
    lands(page, began)
    chip_of(page).press("Shift+ArrowUp")
    lands(page, began + 10)
    chip_of(page).press("Shift+ArrowDown")
    # The pin has moved, and I haven't.
    assert int(re.search(r"at 0:(\d+)", edge.inner_text())[1]) < began + 10
    visit.button("Send").click()
    mine = page.locator(f'[data-thread="{began}"] [data-comment][data-state=sent]')
    expect(mine).to_contain_text("what was that?")
    until(lambda: second_of(page) > began, "the chip follows again")
    visit.button("Reply", mine).click()
    lands(page, began)
    visit.button("Cancel the reply").click()
    until(lambda: second_of(page) > began, "the chip follows once more")
    # Without words there is no pin, and a time among the words is the comment's.
    field.press_sequentially("x")
    expect(visit.button("Not at this time")).to_be_visible()
    field.fill("")
    expect(visit.button("Not at this time")).to_be_hidden()
    field.fill("15:43 that hallway!")
    lands(page, 943)
    chip_of(page).press("ArrowUp")
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
    page = open_room(visit.share(site.token("ada")), room_id)
    visit.keeps_all()
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
    until(lambda: abs(second_of(page) - (time.monotonic() - began)) <= 2, "the position after a reload")
    other = Visit(browser, site.url, PHONE).share(site.token("ada"))
    open_room(other, room_id)
    until(lambda: abs(second_of(other.page) - second_of(page)) <= 2, "the position on another device")
    site.stop()
    until(lambda: page.locator("main").get_attribute("data-state") == "offline", "offline")
    at = time.monotonic()
    second = second_of(page)
    until(lambda: second_of(page) >= second + 10, "ten seconds without the server")
    assert abs(time.monotonic() - at - 10) < 2
    assert articles.count() >= 10 + min(20, second_of(page) - 36)
    # Both are paused at the second last set, once nothing has renewed it for 180 s.
    page.evaluate("ahead = 181_000")
    expect(page.get_by_text("You were at")).to_be_visible()
    paused = page.get_by_text("You were at").inner_text()
    visit.button("Go on").click()
    expect(visit.button("Pause")).to_be_visible()
    expect(page.get_by_text("You were at")).to_be_hidden()
    assert re.search(r"\d:\d\d", paused), paused
    page.evaluate("ahead = 0")
    site.start()
    until(lambda: (position_of(site, room_id) or {}).get("running"), "the position at the server again", 120)
    for one in (visit, other):
        # The browser says that it got no answer; the policy and the scripts have nothing to say.
        one.heard_only_of_a_stopped_server()
        one.context.close()


def an_answer_that_takes_long_moves_nobody_back(site, browser):
    """The server has a position seconds after it was sent. This page goes on by its own clock; what another device sets still counts."""
    room_id = room(site)
    visit = Visit(browser, site.url, service_workers="block").share(site.token("ada"))
    page, held = open_room(visit, room_id), []
    visit.waits()
    page.route("**/position", lambda route: held.append(route))
    page.evaluate("""() => {
        const line = document.querySelector(".composer");
        globalThis.seconds = [];
        new MutationObserver(() => seconds.push(Number(line.dataset.second))).observe(line, { attributes: true, attributeFilter: ["data-second"] });
    }""")
    visit.button("Watch along").click()
    until(lambda: second_of(page) >= 5, "five seconds while the request is under way")
    held[0].continue_()
    until(lambda: position_of(site, room_id), "the position at the server")
    comment(site, room_id, "0:01 which brings the room again")
    expect(page.get_by_text("which brings the room again")).to_be_visible()
    second = second_of(page)
    until(lambda: second_of(page) >= second + 3, "three seconds more")
    shown = page.evaluate("seconds")
    assert shown == sorted(shown), shown
    site.call("PUT", f"/rooms/{room_id}/position", {"seconds": 2, "running": False}, by="ada")
    lands(page, 2)
    visit.context.close()


def two_devices_start_and_pause_as_one(site, browser):
    room_id = room(site)
    visits = [Visit(browser, site.url, size).share(site.token("ada")) for size in (DESKTOP, PHONE)]
    for visit in visits:
        open_room(visit, room_id)
        visit.waits()
    one, other = (visit.page for visit in visits)
    visits[0].button("Watch along").click()
    expect(visits[1].button("Pause")).to_be_visible()
    until(lambda: second_of(other) >= 2, "the other device runs")
    assert abs(second_of(one) - second_of(other)) <= 2
    visits[1].button("Pause").click()
    expect(visits[0].button("Watch along")).to_be_visible()
    until(lambda: second_of(one) == second_of(other), "both at one second")
    other.locator("h1").click()
    other.keyboard.press("w")
    expect(visits[0].button("Pause")).to_be_visible()
    one.locator("h1").click()
    one.keyboard.press("w")
    expect(visits[1].button("Watch along")).to_be_visible()
    visits[0].button("Mark as watched").click()
    for visit in visits:
        expect(visit.page.locator(".along")).to_be_hidden()
        lands(visit.page, 0)
    assert position_of(site, room_id) is None
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
    page = open_room(visit, room_id)
    visit.keeps_all()

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
    expect(page.get_by_text("ahead-0", exact=True)).to_be_visible()
    assert second_of(page) in (5, 6), second_of(page)
    visit.button("Pause").click()
    hidden(*said[:second_of(page) - 4], general[1])
    visit.button("Watch along").click()
    site.stop()
    expect(page.get_by_text("ahead-9", exact=True)).to_be_visible()
    assert second_of(page) in (14, 15), second_of(page)
    assert not any("/comments" in url for url in requests), requests
    site.start()
    expect(page.locator("main[data-state=ready]")).to_be_visible()
    visit.button("Pause").click()
    visit.mark_at_once()
    for one in (*said, *general):
        expect(page.locator(f"[data-comment='{one['id']}'][data-new] .reaction")).to_have_count(1)
    visit.heard_only_of_a_stopped_server()
    visit.context.close()


def a_link_into_what_lies_ahead_asks(site, browser):
    room_id = room(site, by="bea", members=("ada",))
    one = comment(site, room_id, "0:20 not yet", by="ada")
    visit = Visit(browser, site.url).share(site.token("bea"))
    page = visit.page
    for address in (f"#n{one['number']}", "#0:20"):
        page.goto("/watch")
        visit.opens(f"/rooms/{room_id}{address}", "room")
        expect(page.locator("[data-gate]")).to_contain_text("The link leads to 0:20")
        expect(visit.button("Show everything")).to_be_focused()
        assert "not yet" not in page.content()
    visit.button("I'm at …").click()
    page.keyboard.type("0:30")
    expect(page.get_by_role("textbox", name="At, such as 15:43")).to_have_value("0:30")
    page.keyboard.press("Enter")
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.button("−10 seconds").click()
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.button("−10 seconds").click()
    expect(page.get_by_text("not yet")).to_have_count(0)
    visit.show_everything()
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.end()


def the_rail_leads_to_a_thread(site, browser):
    room_id = room(site, watched=["ada"])
    for minute in range(0, 50, 2):
        comment(site, room_id, f"{minute}:30 said at minute {minute}")
    comment(site, room_id, "58:00 my own", by="ada")
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = open_room(visit, room_id)
    rail = page.locator(".rail[data-marks='26']")
    expect(rail).to_be_visible()
    for name, count in (("new", 25), ("mine", 1), ("others", 0)):
        assert rail.locator(f".rail-{name}").get_attribute("d").count("M") == count, name
    box = rail.bounding_box()
    for part, text in ((0.995, "my own"), (0.5, "said at minute 28"), (0, "said at minute 0")):
        page.mouse.click(box["x"] + 10, box["y"] + 1 + part * (box["height"] - 2))
        expect(page.get_by_text(text, exact=True)).to_be_in_viewport()
    visit.end()


def an_episode_has_its_length_and_lines(_, browser):
    """With a catalogue, the timeline is as long as the episode, and its end offers to mark it; with a provider, its subtitles can be fetched."""
    with StandIn() as catalogue, fresh_site(settings=catalogue.settings) as site:
        subject = {"kind": "tv", "showID": 95396, "season": 1, "episode": 1}
        bea = site.call("GET", "/me", by="bea")["id"]
        room_id = site.call("POST", "/rooms", {"subject": subject, "memberIDs": [bea], "rewatch": True}, by="ada")["id"]
        runtime = 60 * site.call("GET", "/media/tv/95396/seasons/1/episodes/1", by="ada")["runtime"]
        visit = Visit(browser, site.url).share(site.token("ada"))
        page = open_room(visit, room_id)
        form = page.get_by_role("region", name="Subtitles", exact=True)
        form.get_by_text("Add subtitles").click()
        form.get_by_label("Language").fill("xx-nowhere")
        visit.button("Fetch from OpenSubtitles.com").click()
        expect(form.get_by_role("alert").filter(has_text=re.compile("\\w"))).to_be_visible()
        form.get_by_label("Language").fill("en")
        visit.button("Fetch from OpenSubtitles.com").click()
        expect(form.get_by_role("listitem")).to_have_text(["EnglishRemove"])
        expect(page.locator(".composer-quote")).to_be_visible()
        # Who is in the cast can be mentioned.
        page.get_by_label("Comment", exact=True).press_sequentially("@mark")
        expect(page.get_by_role("listbox").get_by_role("option").first).to_contain_text("@Mark")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("[data-state=sent] .mention")).to_contain_text("@Mark")
        until(lambda: chip_of(page).get_attribute("aria-valuemax") == str(runtime), "the episode's length")
        chip = chip_of(page)
        chip.press("End")
        lands(page, runtime)
        expect(page.get_by_text("It ends here.")).to_be_visible()
        chip.press("ArrowDown")
        expect(page.get_by_text("It ends here.")).to_be_hidden()
        visit.button("Watch along").click()
        expect(page.get_by_text("It ends here.")).to_be_visible()
        # Episodes may be longer than the catalogue knows, but nobody watches for five minutes after the end.
        chip.focus()
        late = runtime + 298
        page.keyboard.type(f"{late // 3600}:{late // 60 % 60:02}:{late % 60:02}")
        page.keyboard.press("Enter")
        expect(visit.button("Pause")).to_be_visible()
        expect(visit.button("Watch along")).to_be_visible()
        lands(page, runtime + 300)
        page.locator(".along-note").get_by_role("button", name="Mark as watched").click()
        expect(page.locator(".head-people")).to_be_visible()
        expect(visit.button("Mark as watched", page.locator(".room-head"))).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".along-note")).to_be_hidden()
        assert all("404" in fault or "422" in fault for fault in visit.faults), visit.faults
        visit.context.close()


LOCKS = """globalThis.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    const lock = { isHeld: true, release: async () => { lock.isHeld = false; } };
    locks.push(lock);
    return lock;
} } });"""


def switches_decide_about_screen_gate_and_keys(site, browser):
    """The screen stays awake while one watches along; in You that, the gate and the letters can be switched off."""
    room_id = room(site, by="bea", members=("ada",))
    comment(site, room_id, "0:30 the end")
    visit = Visit(browser, site.url)
    visit.page.add_init_script(LOCKS)
    page = open_room(visit.share(site.token("ada")), room_id)
    expect(page.locator("[data-gate]")).to_be_visible()
    held = lambda: page.evaluate("locks.filter((lock) => lock.isHeld).length")
    visit.button("Watch along").click()
    until(lambda: held() == 1, "the screen stays awake")
    visit.button("Pause").click()
    until(lambda: held() == 0, "the screen may sleep")
    visit.opens("/settings", "settings")
    for label in ("Hide what the others wrote until I have watched", "Keep the screen awake while I watch along", "Letters as keys in rooms: j, k, c, w and ?"):
        expect(page.get_by_label(label)).to_be_checked()
        page.get_by_label(label).uncheck()
    open_room(visit, room_id)
    expect(page.get_by_text("the end")).to_be_visible()
    expect(page.locator("[data-gate]")).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("w")
    visit.button("Watch along").click()
    expect(visit.button("Pause")).to_be_visible()
    assert page.evaluate("locks.length") == 0
    visit.button("Pause").click()
    visit.end()
