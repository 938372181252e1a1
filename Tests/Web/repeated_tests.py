"""Tests of forms that are sent again after a lost answer: each makes one thing, and what is sent after *Throw away* is another one."""

from fixtures import comment, room, swallowed
from playwright.sync_api import expect
from visit import until, visit_of

# What a browser logs of a gateway's answer.
SEEN = ("502",)
LOST = "The server can’t be reached."


def a_challenge_is_made_once(site, browser):
    """Shows rule 16.12: also where nothing of the form was changed, and after a reload."""
    visit = visit_of(site, browser, "bea", "/play")
    page = visit.page
    own = lambda: {one["id"] for one in site.call("GET", "/challenges?limit=50", by="bea")["items"]}
    before = own()
    fault = page.locator(".form-fault").filter(has_text=LOST)
    visit.button("New challenge").click()
    with swallowed(page, "**/v1/challenges"):
        visit.button("Create challenge").click()
        expect(fault).to_be_visible()
        visit.button("Create challenge").click()
        expect(fault).to_be_visible()
    made = own() - before
    assert len(made) == 1, made
    page.reload()
    visit.button("New challenge").click()
    visit.button("Create challenge").click()
    page.wait_for_url(f"**/challenges/{made.pop()}")
    assert len(own() - before) == 1
    # The next one is another.
    visit.opens("/play", "play")
    visit.button("New challenge").click()
    visit.button("Create challenge").click()
    page.wait_for_url("**/challenges/*")
    until(lambda: len(own() - before) == 2, "a second challenge")
    visit.end(SEEN)


def a_room_is_watched_again_once(site, browser):
    """Shows rule 16.12: also after a reload, and where somebody has joined the first room meanwhile."""
    rooms = lambda: {one["id"] for one in site.call("GET", "/rooms?limit=100", by="ada")["items"]}
    for joins in (False, True):
        room_id = room(site, watched=["ada"])
        comment(site, room_id, "15:43 once more!")
        before = rooms()
        visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
        page = visit.page
        with swallowed(page, "**/v1/rooms"):
            visit.button("Watch again").click()
            expect(page.get_by_role("alert").filter(has_text=LOST).first).to_be_visible()
        made = rooms() - before
        assert len(made) == 1, made
        if joins:
            site.call("PUT", f"/rooms/{room_id}/members/{site.id('cem')}", by="ada")
        page.reload()
        visit.shows("room")
        if joins:
            expect(page.get_by_role("region", name="Members").get_by_text("cem")).to_be_visible()
        visit.button("Watch again").click()
        page.wait_for_url(f"**/rooms/{made.pop()}")
        assert len(rooms() - before) == 1
        # The next one is another.
        visit.opens(f"/rooms/{room_id}", "room")
        visit.button("Watch again").click()
        until(lambda: len(rooms() - before) == 2, "a second room")
        visit.end((*SEEN, "409"))


def what_is_sent_after_throwing_away_is_another_thing(site, browser):
    """Shows rule 16.12: the words that were thrown away may have arrived, and neither refuse nor swallow the next ones. Undo gives them their id back."""
    visit = visit_of(site, browser, "ada", "/settings#feedback")
    page, area = visit.page, visit.page.get_by_label("What is good, bad or missing")
    sent = lambda: [one["text"] for one in site.call("GET", "/feedback?limit=50", by="ada")["items"] if one["text"].startswith("Fewer lamps")]
    form = page.locator("form", has=area)
    with swallowed(page, "**/v1/feedback") as bodies:
        area.fill("Fewer lamps")
        visit.keeps("Fewer lamps")
        visit.button("Send feedback").click()
        expect(form.locator(".form-fault")).to_contain_text(LOST)
    page.reload()
    expect(area).to_have_value("Fewer lamps")
    with swallowed(page, "**/v1/feedback") as again:
        visit.button("Send feedback").click()
        expect(form.locator(".form-fault")).to_contain_text(LOST)
        visit.button("Throw away", form).click()
        expect(area).to_have_value("")
        visit.button("Undo").click()
        expect(area).to_have_value("Fewer lamps")
        visit.button("Send feedback").click()
        until(lambda: len(again) == 2, "a third try")
        expect(form.locator(".form-fault")).to_contain_text(LOST)
    assert len({body["id"] for body in bodies + again}) == 1
    visit.button("Throw away", form).click()
    area.fill("Fewer lamps")
    visit.button("Send feedback").click()
    expect(page.get_by_text("Thank you. It has arrived.").first).to_be_visible()
    assert sent() == ["Fewer lamps", "Fewer lamps"], sent()
    visit.end(SEEN)
