"""Tests of where one is along the timeline of a room: the time chip, watching along, the gate, the rail, and an episode's length."""

import re

from demo_server import catalogue, fresh_site
from fixtures import chip_of, comment, confirm, episode, goes_to, lands, position_of, room, second_of
from playwright.sync_api import expect
from visit import DESKTOP, PHONE, Visit, until


def the_chip_is_dragged_and_typed_into(site, browser):
    """By a finger's way and by its field. time-chip.test.js shows how far each way and each key moves it."""
    room_id = room(site)
    visit = Visit(browser, site, PHONE).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page, chip = visit.page, chip_of(visit.page)
    for up, key, second in ((40, None, 50), (200, "Escape", 50)):
        # Once one has begun, it is the clock.
        box = chip.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 64, y)
        page.mouse.move(x + 64, y - up, steps=7)
        page.keyboard.press(key) if key else None
        page.mouse.up()
        lands(page, second)
    # A drag of the clock moves nobody before it is taken.
    for answer, second in (("Back to 0:50", 50), ("Jump here", 350)):
        box = chip.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 40, steps=7)
        page.mouse.up()
        expect(page.get_by_label("Comment", exact=True)).to_have_attribute("placeholder", "Write at 5:50")
        expect(page.locator(".here")).to_contain_text("You would be here")
        assert position_of(site, room_id) == 50
        visit.button(answer).click()
        lands(page, second)
        expect(chip).to_be_focused()
    chip.click()
    page.get_by_role("textbox", name="At, such as 15:43").fill("20:00")
    visit.button("+10 seconds").click()
    until(lambda: position_of(site, room_id) == 1210, "the last position at the server")
    visit.end()


def what_is_typed_lands_where_it_began(site, browser):
    """The first key pins the second while the timer runs on; what is sent lands there, and the chip follows again."""
    room_id = room(site)
    visit = Visit(browser, site).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page, clock, field = visit.page, visit.page.locator(".along-clock"), visit.page.get_by_label("Comment", exact=True)
    now = lambda: int(re.search(r"0:(\d+)", clock.inner_text())[1])
    visit.button("Watch along").click()
    until(lambda: second_of(page) >= 2, "two seconds")
    field.press_sequentially("what")
    began = second_of(page)
    until(lambda: now() >= began + 2, "the timer runs on")
    field.press_sequentially(" was that?")
    lands(page, began)
    chip_of(page).press("Shift+ArrowUp")
    lands(page, began + 10)
    # The pin has moved, and I haven't.
    assert now() < began + 10
    chip_of(page).press("Shift+ArrowDown")
    visit.button("Send").click()
    expect(page.locator(f'[data-thread="{began}"] [data-comment][data-state=sent]')).to_contain_text("what was that?")
    until(lambda: second_of(page) > began, "the chip follows again")
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
    expect(clock).to_contain_text("15:44")
    visit.end()


def two_devices_start_and_pause_as_one(site, browser):
    """By button, and by a letter unless letters are switched off, as the gate can be."""
    room_id = room(site)
    comment(site, room_id, "0:30 the end")
    visits = [Visit(browser, site, size).share("ada") for size in (DESKTOP, PHONE)]
    for visit in visits:
        visit.opens(f"/rooms/{room_id}", "room")
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
    visits[0].opens("/settings#device", "settings")
    hide, awake = "Hide what the others wrote until I have watched", "Keep the screen awake while I watch along"
    for label in (hide, awake, "Letters as keys in rooms: j, k, c, r, w and ?"):
        expect(one.get_by_label(label)).to_be_checked()
        one.get_by_label(label).uncheck()
    one.get_by_role("link", name="Watch", exact=True).first.click()
    one.locator(f'main a[href="/rooms/{room_id}"]').first.click()
    visits[0].shows("room")
    expect(one.get_by_text("the end")).to_be_visible()
    one.locator("h1").click()
    one.keyboard.press("w")
    visits[0].button("Pause").click()
    expect(visits[1].button("Watch along")).to_be_visible()
    visits[0].button("Mark as watched").click()
    for visit in visits:
        expect(visit.page.locator(".along")).to_be_hidden()
        lands(visit.page, 0)
    assert position_of(site, room_id) is None
    for visit in visits:
        visit.end()


def what_lies_ahead_is_nowhere(site, browser):
    """Ada's 20 comments and two in General are nowhere until they are due; then each appears without a request, also without the server."""
    room_id = room(site, by="bea", members=("ada", "cem"))
    said = [comment(site, room_id, f"0:{5 + number:02} ahead-{number}", by="ada") for number in range(20)]
    general = [comment(site, room_id, f"general-{name}", by=name) for name in ("ada", "cem")]
    for one in (*said, *general):
        site.call("PUT", f"/rooms/{room_id}/comments/{one['id']}/reactions/%F0%9F%A6%92", by="ada")
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    visit = Visit(browser, site).share("bea")
    visit.opens(f"/rooms/{room_id}", "room")
    visit.keeps_all()
    page, requests = visit.page, []

    def hidden(*shown):
        """Of all other comments nothing is anywhere in the page."""
        places = (page.content(), page.locator("body").aria_snapshot(), page.title())
        for one in (*said, *general):
            assert one in shown or not any(secret in place for place in places for secret in (one["id"], one["content"])), one["content"]
        assert page.locator(".reaction").count() == page.locator("[data-comment]").count() == len(shown)
        assert page.locator(".rail").get_attribute("data-marks") == str(page.locator("[data-thread]").count())
        assert shown or "🦒" not in page.content()
        # How many they are stands at the edge of what she may see, and nowhere else.
        text = page.locator("main").inner_text().replace(page.locator("[data-gate] .gate-rest").inner_text(), "")
        assert not re.search(r"(?<!:)\b(20|21|22)\b", text), text

    expect(page.locator(".rail")).to_be_attached()
    expect(page.locator("[data-gate]")).to_contain_text("22 hidden comments")
    hidden()
    assert site.call("GET", f"/rooms/{room_id}", by="bea")["readNumber"] == 0
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
    assert second_of(page) in (14, 15) and not any("/comments" in url for url in requests), (second_of(page), requests)
    site.start()
    expect(page.locator("main[data-state=ready]")).to_be_visible()
    visit.button("Pause").click()
    visit.button("Mark as watched").click()
    visit.button("Show now").click()
    for one in (*said, *general):
        expect(page.locator(f"[data-comment='{one['id']}'][data-new] .reaction")).to_have_count(1)
    visit.heard_only_of_a_stopped_server()
    visit.context.close()


def one_sees_where_one_is_and_when_the_next_comment_comes(site, browser):
    """Shows rule 16.23: on a phone, the time and the way on without a word of it; what one reads above stays while comments come."""
    room_id = room(site, by="bea", members=("ada",))
    for second in range(10):
        comment(site, room_id, f"0:0{second} begun {second}\n" + "and so on\n" * 6, by="ada")
    for text in ("0:25 the secret", "7:50 the culprit"):
        comment(site, room_id, text, by="ada")
    visit = Visit(browser, site, PHONE).share("bea")
    visit.opens(f"/rooms/{room_id}", "room")
    page, panel = visit.page, visit.page.get_by_role("group", name="Watching along", exact=True)
    dots = {name: page.locator(f".rail-{name}") for name in ("next", "ahead")}
    expect(visit.button("Watch along")).to_have_class(re.compile("button-main"))
    expect(panel).to_be_hidden()
    visit.button("Watch along").click()
    expect(panel).to_be_visible()
    visit.button("+10 seconds of watching").click()
    expect(panel).to_contain_text("Next comment within a minute")
    # The head says in words where ada's face is.
    expect(page.locator(".hero-people")).to_contain_text("wrote at 7:50.")
    assert all(one.get_attribute("d").count("M") == 1 for one in dots.values())
    assert "secret" not in page.content() and "culprit" not in page.content()
    # There is one clock, and it is the way to change the time.
    expect(panel.get_by_role("slider")).to_contain_text(re.compile(r"0:\d\d"))
    expect(visit.button("Set my place")).to_be_hidden()
    # It follows now, until one scrolls up.
    expect(page.get_by_text("begun 9")).to_be_in_viewport()
    page.mouse.move(100, 300)
    page.mouse.wheel(0, -1500)
    expect(visit.button("Back to now")).to_be_visible()
    expect(page.get_by_text("the secret")).to_be_attached()
    expect(page.get_by_text("the secret")).not_to_be_in_viewport()
    expect(panel).to_contain_text("Next comment in 7 min")
    # One row stands above the words, of two lines at most.
    height = "document.querySelector('.room-foot').offsetHeight"
    assert page.evaluate(height) <= 150, page.evaluate(height)
    visit.button("Back to now").click()
    expect(page.get_by_text("the secret")).to_be_in_viewport()
    expect(visit.button("Back to now")).to_be_hidden()
    # Somebody who says where they are goes on from there.
    goes_to(page, "3:00")
    expect(panel.get_by_role("slider")).to_contain_text("3:0")
    visit.button("Pause", panel).click()
    expect(visit.button("Watch along", panel)).to_be_visible()
    expect(panel.get_by_text(re.compile("Next comment|No comment"))).to_be_hidden()
    assert page.evaluate(height) <= 150, page.evaluate(height)
    expect(panel.get_by_role("slider")).to_be_visible()
    assert [one.get_attribute("d") for one in dots.values()] == ["", ""]
    visit.button("Mark as watched").click()
    visit.button("Show now").click()
    expect(panel).to_be_hidden()
    expect(chip_of(page)).to_have_attribute("aria-valuetext", "Whole thing")
    visit.end()


def a_link_into_what_lies_ahead_asks(site, browser):
    room_id = room(site, by="bea", members=("ada",))
    one = comment(site, room_id, "0:20 not yet", by="ada")
    visit = Visit(browser, site).share("bea")
    page = visit.page
    for address in (f"#n{one['number']}", "#0:20"):
        page.goto("/watch")
        visit.opens(f"/rooms/{room_id}{address}", "room")
        expect(page.locator("[data-gate]")).to_contain_text("The link leads to 0:20")
        expect(visit.button("Set my place")).to_be_focused()
        assert "not yet" not in page.content()
    visit.button("Set my place").click()
    page.keyboard.type("0:30")
    page.keyboard.press("Enter")
    expect(page.get_by_text("not yet")).to_be_visible()
    for second in (20, 10):
        chip_of(page).press("Shift+ArrowDown")
        lands(page, second)
    expect(page.get_by_text("not yet")).to_have_count(0)
    visit.show_everything()
    expect(page.get_by_text("not yet")).to_be_visible()
    visit.button("Hide again").click()
    expect(page.get_by_text("not yet")).to_have_count(0)
    expect(visit.button("Show everything")).to_be_focused()
    expect(visit.button("Hide again")).to_be_hidden()
    visit.end()


def a_slip_of_the_time_shows_nothing(site, browser):
    """Shows rule 16.20: a time more than ten minutes ahead is asked about, and a comment there moves nobody unasked."""
    room_id = room(site, by="bea", members=("ada",))
    comment(site, room_id, "20:00 the secret", by="ada")
    visit = Visit(browser, site, PHONE).share("bea")
    visit.opens(f"/rooms/{room_id}", "room")
    page, note = visit.page, visit.page.locator(".along-note:visible")
    visit.button("Set my place").click()
    page.keyboard.type("5:00")
    page.keyboard.press("Enter")
    lands(page, 300)
    chip_of(page).press("2")
    page.keyboard.type("5:00")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("You are at 5:00.")
    confirm(visit, "Cancel")
    lands(page, 300)
    page.get_by_label("Comment", exact=True).fill("25:00 too early")
    visit.button("Send").click()
    expect(page.get_by_text("too early")).to_be_visible()
    expect(note).to_contain_text("Your comment is at 25:00.")
    assert "the secret" not in page.content()
    visit.button("I’m there").click()
    expect(page.get_by_text("the secret")).to_be_visible()
    # Unmarking gives the place back.
    visit.button("Mark as watched").click()
    expect(page.locator(".along")).to_be_hidden()
    until(lambda: position_of(site, room_id, "bea") is None, "no position at the server")
    visit.button("Mark as watched").click()
    until(lambda: position_of(site, room_id, "bea") == 1500, "the position")
    expect(page.locator(".along-clock")).to_contain_text("25:00")
    visit.end()


def the_rail_leads_to_a_thread(site, browser):
    room_id = room(site, watched=["ada"])
    for minute in range(0, 50, 2):
        comment(site, room_id, f"{minute}:30 said at minute {minute}")
    comment(site, room_id, "58:00 my own", by="ada")
    visit = Visit(browser, site).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    rail = visit.page.locator(".rail[data-marks='26']")
    expect(rail).to_be_visible()
    for name, count in (("new", 25), ("mine", 1), ("others", 0)):
        assert rail.locator(f".rail-{name}").get_attribute("d").count("M") == count, name
    for part, text in ((0.995, "my own"), (0.5, "said at minute 28"), (0, "said at minute 0")):
        # The head scrolls away, and leaves it more room.
        box = rail.bounding_box()
        visit.page.mouse.click(box["x"] + 10, box["y"] + 1 + part * (box["height"] - 2))
        expect(visit.page.get_by_text(text, exact=True)).to_be_in_viewport()
    visit.end()


def an_episode_has_its_length_cast_and_lines(_, browser):
    """Its end is the timeline's, and a time beyond it opens nothing unasked; its cast can be mentioned, and its subtitles fetched."""
    with catalogue() as provider, fresh_site(settings=provider.settings) as site:
        room_id, runtime = episode(site, "bea", "ada")
        comment(site, room_id, "40:00 the secret", by="ada")
        visit = Visit(browser, site).share("bea")
        page, form = visit.page, visit.page.get_by_role("region", name="Subtitles", exact=True)
        section = page.locator("section[data-group]")
        visit.opens("/watch", "watch")
        # The next episode's title may spoil this one, and of the show all else stands above.
        expect(page.locator(".next-first")).to_be_visible()
        expect(section).to_have_count(0)
        visit.opens(f"/rooms/{room_id}", "room")
        form.get_by_text("Add subtitles").click()
        form.get_by_label("Language").fill("xx-nowhere")
        visit.button("Fetch from OpenSubtitles.com").click()
        expect(form.get_by_role("alert").filter(has_text=re.compile("\\w"))).to_be_visible()
        form.get_by_label("Language").fill("en")
        visit.button("Fetch from OpenSubtitles.com").click()
        expect(form.get_by_role("listitem")).to_have_text(["EnglishRemove"])
        page.get_by_label("Comment", exact=True).press_sequentially("@mark")
        expect(page.get_by_role("listbox").get_by_role("option").first).to_contain_text("@Mark")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("[data-state=sent] .mention")).to_contain_text("@Mark")
        until(lambda: chip_of(page).get_attribute("aria-valuemax") == str(runtime), "the episode's length")
        for answer in ("Cancel", "Yes, I am there"):
            visit.button("Set my place").click()
            page.keyboard.type("95:00")
            page.keyboard.press("Enter")
            expect(page.get_by_role("dialog")).to_contain_text(f"95:00 is past the end of this {runtime // 60}-minute episode.")
            assert "the secret" not in page.content()
            confirm(visit, answer)
        expect(page.get_by_text("the secret")).to_be_visible()
        panel = page.get_by_role("group", name="Watching along", exact=True)
        expect(panel).to_contain_text("The end")
        expect(page.locator("[data-gate]")).to_contain_text("That was the end.")
        visit.button("Mark as watched", panel).click()
        expect(panel).to_be_hidden()
        visit.opens("/watch", "watch")
        expect(section.get_by_role("button", name=re.compile("Start S1 E2.+"))).to_be_visible()
        # Posters and stills come from the catalogue's host.
        visit.end(("404", "422", f"a request to {provider.url.removesuffix('/3')}/t/p/"))
