"""Tests of what the web client does with what the server doesn't take, and of what can be undone for ten seconds."""

import re

from demo_server import PASSWORD
from fixtures import comment, refuse, room, sent
from keeping import KEPT, crash
from lessons import visit_of
from playwright.sync_api import expect
from visit import PHONE, until

DETAIL = "content: at most 4,000 characters."
SECONDS = 1_000
# Longer than the ten seconds for which an act can be undone.
DONE = 60 * SECONDS


def _refuse(visit, status, code, path="**/v1/rooms/*/comments"):
    """Answers a write as the server does when it doesn't take it."""
    visit.page.route(path, lambda route: route.fallback() if route.request.method == "GET" else refuse(route, status, code, DETAIL))


def _write(visit, text):
    visit.page.get_by_label("Comment", exact=True).fill(text)
    visit.button("Send").click()


def a_refused_comment_stays_in_its_place(site, browser):
    """Shows rule 16.12: with its words and reason, over a reload; Copy, Try again, Throw away and Undo do what they say."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", permissions=["clipboard-read", "clipboard-write"])
    page = visit.page
    _refuse(visit, 422, "invalid")
    _write(visit, "41:02 what the server won't have")
    refused = page.locator("[data-comment][data-state=refused]")
    expect(refused).to_contain_text("what the server won't have")
    expect(refused).to_contain_text("The server doesn't take it as it is: content: at most 4,000 characters.")
    page.reload()
    expect(refused).to_contain_text("what the server won't have")
    visit.button("Copy", refused).click()
    until(lambda: "what the server won't have" in page.evaluate("navigator.clipboard.readText()"), "the words in the clipboard")
    visit.button("Throw away", refused).click()
    expect(refused).to_be_hidden()
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    expect(refused).to_be_visible()
    # The page that goes before the ten seconds are over throws nothing away.
    visit.button("Throw away", refused).click()
    page.reload()
    expect(refused).to_be_visible()
    page.unroute("**/v1/rooms/*/comments")
    visit.button("Try again", refused).click()
    expect(page.locator("[data-comment][data-state=sent]")).to_contain_text("what the server won't have")
    assert sent(site, room_id) == ["what the server won't have"]
    visit.context.close()


def a_refused_comment_is_corrected_in_its_place(site, browser):
    """Shows rules 16.11 and 16.12: its correction is kept over a crash, and sent with the time that the words had."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    _refuse(visit, 413, "body_too_large")
    _write(visit, "41:02 far too long")
    refused = visit.page.locator("[data-comment][data-state=refused]")
    visit.button("Edit", refused).click()
    expect(visit.page.get_by_label("Words")).to_be_focused()
    expect(refused).to_contain_text("It is longer than the server takes.")
    visit.page.keyboard.press("Escape")
    expect(visit.button("Edit", refused)).to_be_focused()
    visit.button("Edit", refused).click()
    visit.page.get_by_label("Words").fill("short enough")
    user = site.call("GET", "/me", by="ada")["id"]
    place = f"edit:{room_id}/{refused.get_attribute('data-comment')}"
    until(lambda: "short enough" in str(visit.page.evaluate(KEPT, [user, place])), "the draft")
    crash(visit)
    visit.opens(f"/rooms/{room_id}", "room")
    refused = visit.page.locator("[data-comment][data-state=refused]")
    visit.button("Edit", refused).click()
    expect(visit.page.get_by_label("Words")).to_have_value("short enough")
    visit.button("Send again", refused).click()
    expect(visit.page.locator("[data-thread='2462'] [data-comment][data-state=sent]")).to_contain_text("short enough")
    until(lambda: visit.page.evaluate(KEPT, [user, place]) is None, "no draft")
    assert sent(site, room_id) == ["short enough"]
    visit.context.close()


def a_mark_that_cant_be_kept_is_said(site, browser):
    """Shows rule 16.12: nothing is shown as marked, and no fault is left to the console."""
    room_id = room(site, by="bea", members=("ada",))
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    mark = visit.button("Mark as watched")
    spoil = """() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...row) {
            if (this.name === "outbox") throw new DOMException("No row.", "DataError");
            return put.apply(this, row);
        };
    }"""
    for text in (None, "0:30 the secret"):
        if text:
            comment(site, room_id, text, by="ada")
            visit.page.reload()
            expect(visit.page.locator("[data-gate]")).to_be_visible()
        visit.page.evaluate(spoil)
        mark.click()
        expect(visit.page.get_by_role("alert").filter(has_text="It can’t be kept on this device.")).to_be_visible()
        expect(mark).to_have_attribute("aria-pressed", "false")
        expect(visit.button("Undo")).to_have_count(0)
    visit.end(("Service Worker registration blocked",))


def what_cant_be_loaded_is_said(site, browser):
    """A part of the page for which something else answers is asked for again; an account isn't deleted before its data here can be erased."""
    site.account("goes.soon")
    visit = visit_of(site, browser, "goes.soon", "/settings")
    page = visit.page
    for name in ("ending.js", "kept-form.js"):
        page.route(f"**/{name}", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Sign in to this Wi-Fi</p>"))
    page.reload()
    visit.shows("settings")
    lack = page.get_by_text("What you type here isn’t kept on this device yet.")
    expect(lack.first).to_be_visible()
    feedback = page.get_by_label("What is good, bad or missing")
    feedback.fill("Half a thought")
    page.unroute("**/kept-form.js")
    feedback.press("End")
    feedback.type("!")
    user = site.call("GET", "/me", by="goes.soon")["id"]
    until(lambda: "Half a thought!" in str(page.evaluate(KEPT, [user, "feedback"])), "the draft")
    visit.button("Delete account").click()
    page.get_by_label("Current password").fill(PASSWORD)
    visit.button("Delete account for good").click()
    expect(page.get_by_role("alert").filter(has_text="A part of this page couldn’t be loaded.")).to_be_visible()
    assert site.call("GET", "/me", by="goes.soon")["id"] == user
    page.unroute("**/ending.js")
    visit.button("Delete account for good").click()
    visit.shows("enter")
    assert "Half a thought" not in visit.readable() and "goes.soon" not in visit.readable()
    visit.context.close()


def the_page_not_sent_has_all_of_it(site, browser):
    """Shows rule 16.12: a comment whose room is gone stands there with its words, and the frame leads to it by a badge."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    page = visit.page
    page.route("**/v1/rooms/*/comments", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    _write(visit, "15:43 typed on the train")
    expect(page.locator("[data-state=waiting]")).to_be_visible()
    site.call("DELETE", f"/rooms/{room_id}", by="ada")
    expect(page.get_by_text("There is no such room, or you are not in it.")).to_be_visible(timeout=DONE)
    page.unroute("**/v1/rooms/*/comments")
    page.evaluate("dispatchEvent(new Event('online'))")
    visit.opens("/settings", "settings")
    expect(page.get_by_role("link", name="You", exact=True)).to_have_attribute("data-count", "1", timeout=DONE)
    page.get_by_role("link", name=re.compile("^Not sent")).last.click()
    visit.shows("not-sent")
    thing = page.locator("[data-unsent]")
    expect(thing).to_have_count(1)
    expect(thing).to_contain_text("typed on the train")
    expect(thing).to_contain_text("The room is gone, or you are no longer in it.")
    page.reload()
    expect(thing).to_contain_text("typed on the train")
    visit.button("Throw away", thing).click()
    expect(page.get_by_text("Nothing is left here. Everything was sent or thrown away.")).to_be_visible()
    visit.button("Undo").click()
    expect(thing).to_contain_text("typed on the train")
    visit.button("Throw away", thing).click()
    expect(page.get_by_role("link", name="You", exact=True)).not_to_have_attribute("data-count", "1", timeout=DONE)
    # A page that goes while it can be undone throws nothing away.
    until(lambda: "typed on the train" not in visit.readable(), "nothing of what was thrown away")
    page.reload()
    visit.shows("not-sent", "empty")
    assert visit.fits()
    visit.context.close()


def marking_can_be_undone_while_it_reveals(site, browser):
    """Shows rule 16.13: for ten seconds nothing is sent or shown; Undo by button and by keys; a page that goes counts."""
    room_id = room(site, by="bea", members=("ada",))
    comment(site, room_id, "0:30 the secret", by="ada")
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    page, mark = visit.page, visit.button("Mark as watched")
    watched = lambda: any(member["user"]["username"] == "bea" and member.get("watchedAt") for member in site.call("GET", f"/rooms/{room_id}", by="bea")["members"])
    for undo in (lambda: visit.button("Undo").click(), lambda: page.keyboard.press("Control+z"), mark.click):
        mark.click()
        expect(mark).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("status")).to_contain_text("To undo, press Control and Z.")
        assert "the secret" not in page.content() and not watched()
        undo()
        expect(mark).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".undo")).to_have_count(0)
    assert "the secret" not in page.content() and not watched()
    # By Tab and Enter.
    mark.focus()
    page.keyboard.press("Enter")
    visit.button("Undo").focus()
    page.keyboard.press("Enter")
    expect(mark).to_have_attribute("aria-pressed", "false")
    expect(mark).to_be_focused()
    mark.click()
    expect(page.get_by_text("the secret")).to_be_visible(timeout=DONE)
    until(watched, "a mark at the server")
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "false")
    until(lambda: not watched(), "no mark at the server")
    # The page goes before: the mark counts, and stays.
    mark.click()
    page.goto("/watch")
    until(watched, "a mark at the server")
    visit.context.close()


def showing_everything_can_be_undone(site, browser):
    """Shows rule 16.13: nothing shows for ten seconds; who leaves before has seen nothing."""
    room_id = room(site, by="bea", members=("ada",))
    comment(site, room_id, "0:30 the secret", by="ada")
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    page = visit.page
    visit.button("Show everything").click()
    visit.button("Undo").click()
    visit.button("Show everything").click()
    page.get_by_role("link", name="Watch", exact=True).first.click()
    visit.shows("watch")
    expect(page.locator(".undo")).to_have_count(0)
    page.go_back()
    visit.shows("room")
    assert "the secret" not in page.content()
    visit.button("Show everything").click()
    assert "the secret" not in page.content()
    expect(page.get_by_text("the secret")).to_be_visible(timeout=DONE)
    visit.context.close()


def leaving_a_room_can_be_undone(site, browser):
    """Shows rule 16.13: a page that goes leaves nothing and removes nothing."""
    room_id = room(site, members=("bea",))
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    page = visit.page
    members = lambda: len(site.call("GET", f"/rooms/{room_id}", by="ada")["members"])

    def leave():
        page.get_by_text("Leave, report or delete").click()
        visit.button("Leave room").click()
        visit.button("Leave", page.get_by_role("dialog")).click()
        expect(page.locator("main[data-screen=watch]")).to_be_visible()

    leave()
    visit.button("Undo").click()
    visit.shows("room")
    leave()
    page.reload()
    visit.opens(f"/rooms/{room_id}", "room")
    assert members() == 2
    leave()
    until(lambda: members() == 1, "one member")
    expect(page.locator(f'[data-room="{room_id}"]')).to_have_count(0)
    visit.context.close()


def something_in_between_is_named(site, browser):
    """Shows rule 16.14: after a minute of answers that aren't the server's a bar says so, and nothing is lost."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    page = visit.page
    page.route("**/v1/**", lambda route: route.fulfill(status=200, content_type="text/html", body="<p>Sign in to this Wi-Fi</p>"))
    _write(visit, "15:43 from the café")
    bar = page.get_by_text("Something between here and the server answers in its place")
    expect(bar.first).to_be_visible(timeout=4 * DONE)
    expect(page.locator("[data-state=waiting]")).to_contain_text("from the café")
    page.unroute("**/v1/**")
    expect(page.locator("[data-comment][data-state=sent]")).to_contain_text("from the café", timeout=10 * DONE)
    expect(page.locator(".bars").get_by_text("Something between here")).to_be_hidden(timeout=DONE)
    assert sent(site, room_id) == ["from the café"]
    visit.context.close()
