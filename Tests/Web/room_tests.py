"""Tests of the web client's room as people use it: names, what stays where it is, the way back, and many comments at once."""

import re
import threading

from fixtures import comment, refuse, room
from playwright.sync_api import expect
from visit import PHONE, Visit, until, visit_of

# How far a comment was from where it should be, in each of the next twenty frames.
DRIFT = """async ([id, wanted]) => {
    let most = 0;
    for (let frame = 0; frame < 20; frame += 1) {
        await new Promise(requestAnimationFrame);
        most = Math.max(most, Math.abs(document.querySelector(`[data-comment="${id}"]`).getBoundingClientRect().top - wanted));
    }
    return most;
}"""
# The first comment below the head: its id and its place.
TOPMOST = """() => {
    const edge = document.querySelector(".room-head").getBoundingClientRect().bottom;
    const found = [...document.querySelectorAll("article")].find((one) => one.getBoundingClientRect().top >= edge);
    return [found.dataset.comment, found.getBoundingClientRect().top];
}"""


def what_is_read_stays_while_threads_above_are_laid_out(site, browser):
    """Threads out of view are laid out bit by bit. Then each comment is in the tree of accessibility, and the browser finds its words."""
    room_id = room(site, watched=["ada"])
    site.run("tenant", "limit", "sofa", "comments-per-minute=100000")
    written = [comment(site, room_id, f"{number}:30 said {number}. " + "and so on, " * (number * 7 % 60) + "\nyes" * (number % 4)) for number in range(90)]
    site.call("PUT", f"/rooms/{room_id}/read", {"commentID": written[69]["id"]}, by="ada")
    visit = Visit(browser, site, PHONE).share("ada")
    page = visit.page
    visit.opens(f"/rooms/{room_id}", "room")
    until(lambda: page.evaluate(TOPMOST)[0] == written[70]["id"], "the first new comment at the top")
    # Its time and the band stand above it, in view.
    distance = "document.querySelector('[data-band]').getBoundingClientRect().top - document.querySelector('.room-head').getBoundingClientRect().bottom"
    until(lambda: abs(page.evaluate(distance) - 16) < 2, "the band below the head")
    assert page.evaluate(DRIFT, page.evaluate(TOPMOST)) < 2

    for _ in range(12):
        name, place = page.evaluate(TOPMOST)
        page.evaluate("scrollBy(0, -500)")
        assert page.evaluate(DRIFT, [name, place + 500]) < 2, name
    name, place = page.evaluate(TOPMOST)
    page.get_by_role("link", name="Back", exact=True).click()
    visit.shows("watch")
    page.go_back()
    visit.shows("room")
    until(lambda: page.evaluate(TOPMOST)[0] == name, "the comment where one was")
    assert page.evaluate(DRIFT, [name, place]) < 2
    page.reload()
    visit.shows("room")
    until(lambda: page.evaluate(TOPMOST)[0] == name, "the comment where one was")
    assert page.evaluate(DRIFT, [name, place]) < 2

    tree = page.context.new_cdp_session(page)

    def articles():
        return len([node for node in tree.send("Accessibility.getFullAXTree")["nodes"] if node["role"]["value"] == "article"])

    until(lambda: articles() == len(written), "every comment in the tree")
    assert page.evaluate("find('said 5.')") and page.evaluate("getSelection().anchorNode.parentElement.closest('article').dataset.number") == "6"
    in_view = "(([box]) => box.top > 0 && box.bottom < innerHeight)(getSelection().getRangeAt(0).getClientRects())"
    until(lambda: page.evaluate(in_view), "what was found, in view")
    visit.end()


def back_closes_a_dialog(site, browser):
    """Back closes the innermost dialog and leaves the page. Closed by a button, by a reload or by a link in it, a dialog leaves no entry behind."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "15:43 that hallway!")
    visit = Visit(browser, site, PHONE).share("ada")
    page = visit.page
    page.locator(f'a[href="/rooms/{room_id}"]').first.click()
    visit.shows("room")
    sheet, question = page.get_by_role("dialog", name="About this room"), page.get_by_role("dialog", name="Leave this room?")
    depth = lambda: page.evaluate("history.state?.depth ?? 0")

    def at_the_room(open_dialogs):
        expect(page.locator("dialog")).to_have_count(open_dialogs)
        until(lambda: depth() == open_dialogs, "the entry of the dialogs that are open")
        visit.shows("room")

    visit.button("Info").click()
    sheet.get_by_text("Leave, report or delete").click()
    visit.button("Leave room", sheet).click()
    at_the_room(2)
    page.go_back()
    expect(question).to_have_count(0)
    at_the_room(1)
    page.go_back()
    at_the_room(0)
    expect(visit.button("Info")).to_be_focused()

    visit.button("Info").click()
    at_the_room(1)
    page.keyboard.press("Escape")
    at_the_room(0)
    # One that is asked for before the one before it has heard that it is closed stays.
    visit.button("Info").click()
    at_the_room(1)
    page.evaluate("document.querySelector('dialog').close(); document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    at_the_room(1)
    page.keyboard.press("Escape")
    at_the_room(0)
    page.go_forward()
    at_the_room(0)
    visit.button("Info").click()
    at_the_room(1)
    page.reload()
    at_the_room(0)
    visit.button("Info").click()
    at_the_room(1)
    page.evaluate("document.querySelector('dialog').append(Object.assign(document.createElement('a'), { href: '/people', textContent: 'Elsewhere' }))")
    page.get_by_role("link", name="Elsewhere").click()
    visit.shows("people")
    expect(page.locator("dialog")).to_have_count(0)
    page.go_back()
    at_the_room(0)
    page.go_back()
    visit.shows("watch")
    visit.end()


def a_room_has_names_for_those_who_listen(site, browser):
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "hello")
    comment(site, room_id, "15:43 that hallway!")
    visit = Visit(browser, site).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page = visit.page
    for name in ("bea on the whole thing, new", "bea at 15:43, new"):
        expect(page.get_by_role("article", name=name, exact=True)).to_have_count(1)
    for name in ("Whole thing", "15:43"):
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


def what_is_muted_is_folded_until_it_is_shown(site, browser):
    room_id = room(site, by="bea", members=("ada",), watched=["bea"])
    for text in ("a harmless word", "the FINALE, finally"):
        comment(site, room_id, text, by="ada")
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": ["finale"]}, by="bea")
    visit = Visit(browser, site).share("bea")
    # Before the whole copy is here, nothing that is muted may show either.
    visit.opens(f"/rooms/{room_id}", "room")
    assert "FINALE" not in visit.page.content()
    expect(visit.page.locator("[data-comment]")).to_have_count(2)
    visit.button("Show", visit.page.locator("[data-folded]")).click()
    expect(visit.page.get_by_text("the FINALE, finally")).to_be_visible()
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="bea")
    visit.end()


# How far the rail is from what sticks above and below it, or from what scrolls above the threads.
RAIL = """() => {
    const at = (one) => document.querySelector(one).getBoundingClientRect();
    const begin = Math.max(at(".room-head").bottom, at(".room-body").top);
    return [at(".rail").top - begin, at(".room-foot").top - at(".rail").bottom].map(Math.round);
}"""


def the_rail_keeps_its_place_when_a_bar_goes(site, browser):
    """Shows rule 16.23: the bar of what wasn't sent stands above the page, and goes with what is thrown away."""
    room_id = room(site, watched=["ada"])
    for number in range(20):
        comment(site, room_id, f"{number}:30 said {number}")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    page = visit.page
    page.locator(".rail").wait_for()
    page.route("**/comments", lambda route: refuse(route, 422, "invalid", "content: at most 4,000 characters."))
    page.get_by_label("Comment", exact=True).fill("41:02 what the server won't have")
    visit.button("Send").click()
    bar = page.get_by_text("One thing wasn’t sent.", exact=True).locator("visible=true")
    # While that is in view, no bar says so. It leads to it otherwise.
    expect(page.locator("[data-state=refused]")).to_be_in_viewport(ratio=1)
    expect(bar).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    expect(bar).to_be_visible()
    until(lambda: page.evaluate(RAIL) == [8, 26], "the rail between the bars")
    page.get_by_role("link", name="Look at it").click()
    expect(page.locator("[data-state=refused]")).to_be_focused()
    expect(bar).to_be_hidden()
    visit.button("Throw away").click()
    expect(bar).to_be_hidden()
    until(lambda: page.evaluate(RAIL) == [8, 26], "the rail between the bars")
    page.evaluate("scrollTo(0, 0)")
    until(lambda: page.evaluate(RAIL) == [8, 26], "the rail between the bars")
    visit.end(("422", "Failed to load"))


def the_pill_lies_over_no_comment(site, browser):
    """Shows rule 16.22: the pill has a place of its own above the composer, and what one reads doesn't move when it comes."""
    room_id = room(site, watched=["ada"])
    written = [comment(site, room_id, f"{number}:30 said {number}") for number in range(30)]
    visit = Visit(browser, site, PHONE).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page, pill = visit.page, visit.page.locator(".pill")
    expect(pill).to_be_visible()
    inside = "() => { const at = (one) => document.querySelector(one).getBoundingClientRect(); return at('.pill').top >= at('.room-foot').top; }"
    assert page.evaluate(inside)
    site.call("PUT", f"/rooms/{room_id}/read", {"commentID": written[-1]["id"]}, by="ada")
    page.goto("/watch")
    # A room that opens before the device knows how far one has read shows more as new.
    visit.waits()
    visit.opens(f"/rooms/{room_id}", "room")
    expect(pill).to_be_hidden()
    visit.waits()
    page.evaluate("scrollTo(0, 1500)")
    name, place = page.evaluate(TOPMOST)
    assert page.evaluate(DRIFT, [name, place]) < 2
    comment(site, room_id, "0:10 at the beginning")
    expect(pill).to_be_visible()
    assert page.evaluate(inside) and page.evaluate(DRIFT, [name, place]) < 2
    visit.end()


def the_picture_above_the_threads_is_wholly_there_or_gone(site, browser):
    """A touch of the page takes nothing of it away, a scroll takes all of it, and on a phone so does the field for a comment."""
    room_id = room(site, by="ada", members=("bea",))
    for number in range(20):
        comment(site, room_id, f"{number}:30 said {number}", by="ada")
    visit = Visit(browser, site, PHONE).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page = visit.page
    height = page.evaluate("document.querySelector('.room-hero').offsetHeight - document.querySelector('.room-head').offsetHeight")
    assert height > 100
    scrolled = "by => new Promise((done) => { addEventListener('scrollend', done, { once: true }); scrollBy(0, by); })"
    for by, place in ((10, 0), (60, height), (-10, height), (-60, 0)):
        page.evaluate(scrolled, by)
        until(lambda: page.evaluate("scrollY") == place, f"the page at {place} px")
    page.get_by_label("Comment", exact=True).click()
    until(lambda: page.evaluate("scrollY") == height, "the picture gone")
    # In the small head, the mark still says what it does.
    expect(visit.button("Mark as watched")).to_have_text("Mark watched", use_inner_text=True)
    visit.end()


def one_asks_to_join_a_room_of_a_friend(site, browser):
    """Shows rules 16.28 and 16.29: the page names the room and asks; a member accepts in one tap, and the room opens."""
    room_id = room(site, members=())
    title = site.call("GET", f"/rooms/{room_id}", by="ada")["subject"]["title"]
    ada = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    ada.button("Info").press("Enter")
    ada.page.get_by_label("My friends see that I am here, and may ask to join").check()
    until(lambda: room_id in site.call("GET", "/rooms/requests", by="ada")["openRoomIDs"], "an open room")
    visit = Visit(browser, site, PHONE).share("cem")
    page = visit.page
    visit.opens(f"/rooms/{room_id}", "room", "error")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert visit.fits()
    visit.button(f"Ask to join {title}").press("Enter")
    expect(page.get_by_role("button", name=f"Withdraw {title}")).to_be_focused()
    ada.button(re.compile("^Accept cem$", re.I)).press("Enter")
    expect(page.get_by_label("Comment", exact=True)).to_be_visible()
    ada.end()
    # The room wasn't theirs at first.
    visit.end(("404",))


def where_there_is_no_room_the_page_leads_on(site, browser):
    """Shows rule 16.22: a heading, the way back and the tabs; also once one has left elsewhere."""
    visit = Visit(browser, site, PHONE).share("cem")
    page = visit.page
    tabs = page.get_by_role("navigation", name="Pages")
    visit.opens(f"/rooms/{room(site)}", "room", "error")
    expect(page.get_by_role("heading", level=1, name="Not found")).to_be_visible()
    expect(page.get_by_role("link", name="Back", exact=True)).to_be_visible()
    tabs.get_by_role("link", name="People").click()
    visit.shows("people")
    # A room that one leaves elsewhere, and to which one is added again, has its head and composer again.
    room_id = room(site, members=("cem",))
    visit.opens(f"/rooms/{room_id}", "room")
    visit.waits()
    expect(tabs).to_be_hidden()
    site.call("DELETE", f"/rooms/{room_id}/members/me", by="cem")
    expect(page.get_by_role("heading", level=1, name="Not found")).to_be_visible()
    expect(tabs).to_be_visible()
    site.call("PUT", f"/rooms/{room_id}/members/{site.id('cem')}", by="ada")
    expect(page.get_by_label("Comment", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Mark as watched")).to_be_visible()
    expect(tabs).to_be_hidden()
    visit.end(("404",))


def a_lost_network_shows_at_once(site, browser):
    """Shows rule 16.24: a bar says so, and what was announced goes with its cause. live.test.js shows that it takes half a second at most."""
    visit = Visit(browser, site, PHONE).share("ada")
    visit.opens(f"/rooms/{room(site)}", "room")
    visit.waits()
    page, bar, status = visit.page, visit.page.locator(".notice:visible"), visit.page.get_by_role("status")
    visit.context.set_offline(True)
    expect(bar).to_contain_text("Offline.", timeout=5_000)
    expect(status).to_contain_text("Offline.")
    visit.context.set_offline(False)
    expect(bar).to_have_count(0)
    expect(status).to_have_text("Online again.")
    expect(status).to_have_text("", timeout=20_000)
    visit.heard_only_of_a_stopped_server()
    visit.context.close()


def a_thousand_comments_come_while_one_types(site, browser):
    """No letter is lost, and the comment at the top of the page stays where it is."""
    room_id = room(site, watched=["ada"])
    site.run("tenant", "limit", "sofa", "comments-per-minute=100000")
    for number in range(40):
        comment(site, room_id, f"{number}:30 said before {number}" + "\nand so on" * 3)
    visit = Visit(browser, site).share("ada")
    visit.opens(f"/rooms/{room_id}", "room")
    page = visit.page
    place = page.locator("[data-comment]").filter(has_text="said before 20")
    # Until then, the heights above it are guesses.
    expect(page.locator(".thread:not(.laid-out)")).to_have_count(0)
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
