"""Tests of what the web client does with what the server doesn't take, where an answer is lost, and of what can be undone for some seconds.

Tests/Web/js/library shows what sending means: outbox.test.js and entries.test.js.
"""

import hashlib
import re

from fixtures import assignment, choose, comment, confirm, entries, file, refuse, room, sent, swallowed
from playwright.sync_api import expect
from visit import LIE, PHONE, until, visit_of

COMMENTS = "**/v1/rooms/*/comments"
AWAY, BEFORE = "The server can’t be reached.", "An earlier version"
# What a browser logs of a gateway's answer, and of a refusal.
SEEN = ("502", "409", "404", "413", "422", "ERR_FAILED")


def a_refused_comment_stays_in_its_place(site, browser):
    """Shows rules 16.11 and 16.12: with its words and reason over a reload; it is copied, thrown away, corrected over a crash, and sent again."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", permissions=["clipboard-read", "clipboard-write"])
    page, refused = visit.page, visit.page.locator("[data-comment][data-state=refused]")
    page.route(COMMENTS, lambda route: refuse(route, 413, "body_too_large", "At most 4,000 characters."))
    page.get_by_label("Comment", exact=True).fill("41:02 far too long")
    visit.button("Send").click()
    for _ in range(2):
        expect(refused).to_contain_text("far too long")
        expect(refused).to_contain_text("It is longer than the server takes.")
        expect(refused).to_be_in_viewport(ratio=1)
        # What is in view needs no bar.
        expect(page.get_by_role("link", name="Look at it")).to_be_hidden()
        # Another try changes nothing.
        expect(visit.button("Try again", refused)).to_have_count(0)
        page.reload()
    visit.button("Copy", refused).click()
    until(lambda: "far too long" in page.evaluate("navigator.clipboard.readText()"), "the words in the clipboard")
    visit.button("Throw away", refused).click()
    expect(refused).to_be_hidden()
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    # The page that goes before the ten seconds are over throws nothing away.
    visit.button("Throw away", refused).click()
    page.reload()
    visit.button("Edit", refused).click()
    expect(page.get_by_label("Words")).to_be_focused()
    page.keyboard.press("Escape")
    expect(visit.button("Edit", refused)).to_be_focused()
    visit.button("Edit", refused).click()
    page.get_by_label("Words").fill("short enough")
    visit.keeps("short enough")
    visit.crash()
    visit.opens(f"/rooms/{room_id}", "room")
    visit.button("Edit", visit.page.locator("[data-comment][data-state=refused]")).click()
    expect(visit.page.get_by_label("Words")).to_have_value("short enough")
    visit.button("Send again").click()
    # It has the time that the words had.
    expect(visit.page.locator("[data-thread='2462'] [data-comment][data-state=sent]")).to_contain_text("short enough")
    visit.forgets("short enough")
    assert sent(site, room_id) == ["short enough"]
    visit.end(SEEN)


def a_refused_comment_is_corrected_on_the_page_not_sent(site, browser):
    """Shows rule 16.12: with the time that its words had, and with a reason that names no field."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    page, thing = visit.page, visit.page.locator("[data-unsent]")
    page.route(COMMENTS, lambda route: refuse(route, 422, "invalid", "content must have at most 4,000 characters."))
    page.get_by_label("Comment", exact=True).fill("41:02 far too long")
    visit.button("Send").click()
    expect(page.locator("[data-comment][data-state=refused]")).to_be_visible()
    page.unroute(COMMENTS)
    visit.opens("/not-sent", "not-sent")
    expect(thing).to_contain_text("Too long: at most 4,000 characters.")
    visit.button("Edit", thing).click()
    expect(page.get_by_label("Words")).to_have_value("far too long")
    page.keyboard.press("Escape")
    expect(visit.button("Edit", thing)).to_be_focused()
    visit.button("Edit", thing).click()
    page.get_by_label("Words").fill("short enough")
    visit.button("Send again").click()
    expect(page.get_by_text("Nothing is left here. Everything was sent or thrown away.")).to_be_visible()
    until(lambda: sent(site, room_id) == ["short enough"], "the comment")
    visit.end(SEEN)


def a_mark_that_cant_be_kept_is_said(site, browser):
    """Shows rule 16.12: nothing is shown as marked, and no fault is left to the console."""
    room_id = room(site, by="bea", members=("ada",))
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    visit.page.evaluate("""() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...row) {
            if (this.name === "outbox") throw new DOMException("No row.", "DataError");
            return put.apply(this, row);
        };
    }""")
    visit.button("Mark as watched").click()
    expect(visit.page.get_by_role("alert").filter(has_text="It can’t be kept on this device.")).to_be_visible()
    expect(visit.button("Mark as watched")).to_have_attribute("aria-pressed", "false")
    expect(visit.button("Undo")).to_have_count(0)
    visit.end()


def the_page_not_sent_has_all_of_it(site, browser):
    """Shows rule 16.12: a comment whose room is gone stands there with its words, and the frame leads to it by a badge."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    page, thing, tab = visit.page, visit.page.locator("[data-unsent]"), visit.page.get_by_role("link", name="You", exact=True)
    page.route(COMMENTS, lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    page.get_by_label("Comment", exact=True).fill("15:43 typed on the train")
    visit.button("Send").click()
    expect(page.locator("[data-state=waiting]")).to_be_visible()
    site.call("DELETE", f"/rooms/{room_id}", by="ada")
    expect(page.get_by_text("There is no such room, or you are not in it.")).to_be_visible()
    visit.mend(COMMENTS)
    visit.opens("/settings", "settings")
    expect(tab).to_have_attribute("data-count", "1")
    page.get_by_role("link", name=re.compile("^Not sent")).last.click()
    for _ in range(2):
        visit.shows("not-sent")
        expect(thing).to_contain_text("typed on the train")
        expect(thing).to_contain_text("The room is gone, or you are no longer in it.")
        page.reload()
    for undone in (True, False):
        visit.button("Throw away", thing).click()
        expect(page.get_by_text("Nothing is left here. Everything was sent or thrown away.")).to_be_visible()
        if undone:
            visit.button("Undo").click()
    expect(tab).not_to_have_attribute("data-count", "1")
    until(lambda: "typed on the train" not in visit.readable(), "nothing of what was thrown away")
    assert visit.fits()
    visit.end(SEEN)


def what_is_taken_back_comes_whole_or_not_at_all(site, browser):
    """Shows rule 10.17 in the client: a page in a file's place is no file, and the file can be asked for again."""
    site.account("ivo.s", "student", teacher="greta")
    one = assignment(site, "Not a page", "ivo.s")
    pupil = visit_of(site, browser, "ivo.s", f"/assignments/{one}")
    page, form, ready = pupil.page, pupil.page.locator("form.marking"), pupil.page.locator(".marking .file[data-state=ready]")
    page.get_by_label("Your text").fill("Too early.")
    page.get_by_label("Files").set_input_files([file("essay.txt", "The true essay.")])
    expect(ready).to_have_count(1)
    choose(pupil, "submit", "Hand in")
    expect(page.locator(".state")).to_contain_text("Handed in")
    page.route("**/v1/files/*", lambda route: route.fulfill(**LIE))
    choose(pupil, "takeBack", "Take back")
    expect(form).to_contain_text("Not added again: essay.txt.")
    expect(page.get_by_label("Your text")).to_have_value("Too early.")
    expect(form.locator("[data-file]")).to_have_count(0)
    page.unroute("**/v1/files/*")
    pupil.button("Try again", form).click()
    expect(ready).to_contain_text("essay.txt")
    choose(pupil, "submit", "Hand in")
    expect(pupil.button("Take back")).to_be_visible()
    assert entries(site, one)[-1]["files"][0]["sha256"] == hashlib.sha256(b"The true essay.").hexdigest()
    pupil.end()


def an_entry_whose_answer_was_lost_is_not_sent_again(site, browser):
    """Shows rule 16.12: the form is empty once the feed has brought the entry. Words that were changed stay, and the form says what was sent."""
    site.account("ria.s", "student", teacher="greta")
    one = assignment(site, "Sent once", "ria.s")
    pupil = visit_of(site, browser, "ria.s", f"/assignments/{one}")
    page, text = pupil.page, pupil.page.get_by_label("Your text")
    text.fill("My essay about swallows")
    with swallowed(page, "**/v1/assignments/*/entries"):
        choose(pupil, "submit", "Hand in")
        expect(text).to_have_value("")
    expect(page.locator(".state")).to_contain_text("Handed in")
    expect(text).to_be_hidden()
    # Without the feed, the server alone knows.
    pupil.hears_nothing()
    text, form = page.get_by_label("Message to"), page.locator("form.talking")
    text.fill("First words")
    with swallowed(page, "**/v1/assignments/*/entries"):
        choose(pupil, "message", "Send message")
        expect(form.get_by_role("alert").filter(has_text=AWAY)).to_be_visible()
    text.fill("First words and more")
    page.reload()
    expect(text).to_have_value("First words and more")
    choose(pupil, "message", "Send message")
    expect(form).to_contain_text(BEFORE)
    choose(pupil, "message", "Send message")
    expect(text).to_have_value("")
    said = [entry["text"] for entry in entries(site, one)]
    assert said == ["My essay about swallows", "First words", "First words and more"], said
    pupil.end(SEEN)


def an_earlier_version_of_a_form_is_named(site, browser):
    """Shows rule 16.12: after a lost answer the form says that the earlier words were sent, and leads there, or adds others only then."""
    ada, greta = visit_of(site, browser, "ada", "/settings#feedback"), visit_of(site, browser, "greta", "/tasks/new")
    for visit, path, label, button, outcome in (
        (ada, "feedback", "What is good, bad or missing", "Send feedback", BEFORE), (greta, "tasks", "Title", "Save draft", "was sent already."),
        (ada, "rooms", "Show", "Create room", "was made already."),
    ):
        if path == "rooms":
            visit.opens("/new", "new-room")
        if path == "tasks":
            visit.page.get_by_role("checkbox", name="All", exact=True).uncheck()
        visit.page.get_by_label(label, exact=True).fill("Swallowed")
        said = visit.page.locator(".form-fault, .form-outcome")
        with swallowed(visit.page, f"**/v1/{path}"):
            visit.button(button).click()
            expect(said.filter(has_text=AWAY)).to_be_visible()
        visit.page.get_by_label(label, exact=True).fill("Swallowed, and changed")
        visit.button(button).click()
        expect(said.filter(has_text=outcome)).to_be_visible()
        if path == "feedback":
            visit.button(button).click()
            expect(visit.page.get_by_text("Thank you. It has arrived.").first).to_be_visible()
            texts = [one["text"] for one in site.call("GET", "/feedback?limit=50", by="ada")["items"] if one["text"].startswith("Swallowed")]
            assert sorted(texts) == ["Swallowed", "Swallowed, and changed"], texts
    made = site.call("GET", "/rooms?limit=1", by="ada")["items"][0]["id"]
    expect(ada.button("Open")).to_have_attribute("href", f"/rooms/{made}")
    greta.page.get_by_role("link", name="Open the task that was sent").click()
    expect(greta.page.locator("h1")).to_contain_text("Swallowed")
    for visit in (ada, greta):
        visit.end(SEEN)


def an_invite_whose_answer_was_lost_may_be_there(site, browser):
    """Shows rule 16.12: an invite's request has no id, so the page says that it may be there already."""
    visit = visit_of(site, browser, "ada", "/people")
    page = visit.page
    visit.button("Invite").click()
    page.get_by_label("Who is it for?").fill("For Dora, lost")
    with swallowed(page, "**/v1/invites"):
        visit.button("Copy link", page.locator("#inviting")).click()
        expect(page.locator("#inviting .form-fault")).to_contain_text("the invite may have been made")
    expect(page.locator("#invites .list").first).to_contain_text("For Dora, lost")
    visit.end(SEEN)


def what_reveals_or_removes_can_be_undone(site, browser):
    """Shows rule 16.13: for some seconds nothing is sent or shown; Undo by button and by keys. If the page goes, a mark counts, and nothing else."""
    room_id = room(site, by="bea", members=("ada",))
    comment(site, room_id, "0:30 the secret", by="ada")
    visit = visit_of(site, browser, "bea", f"/rooms/{room_id}")
    page, mark, secret = visit.page, visit.button("Mark as watched"), visit.page.get_by_text("the secret")
    members = lambda: {member["user"]["username"]: "watchedAt" in member for member in site.call("GET", f"/rooms/{room_id}", by="ada")["members"]}
    for undo in (lambda: visit.button("Undo").click(), lambda: page.keyboard.press("Control+z"), mark.click):
        mark.click()
        expect(mark).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("status")).to_contain_text("To undo, press Control and Z.")
        undo()
        expect(mark).to_have_attribute("aria-pressed", "false")
        expect(page.locator(".undo")).to_have_count(0)
    visit.button("Show everything").click()
    page.get_by_role("link", name="Watch", exact=True).first.click()
    visit.shows("watch")
    page.go_back()
    visit.shows("room")
    assert "the secret" not in page.content() and not members()["bea"]
    # By Tab and Enter.
    mark.press("Enter")
    visit.button("Undo").press("Enter")
    expect(mark).to_be_focused()
    visit.button("Show everything").click()
    assert "the secret" not in page.content()
    expect(secret).to_be_visible()
    page.reload()
    mark.click()
    page.goto("/watch")
    until(lambda: members()["bea"], "a mark at the server")
    for ending in ("Undo", "reload", None):
        visit.page.goto(f"/rooms/{room_id}")
        page.get_by_text("Leave, report or delete").click()
        visit.button("Leave room").click()
        confirm(visit, "Leave")
        expect(page.locator("main[data-screen=watch]")).to_be_visible()
        if ending == "reload":
            page.reload()
        elif ending:
            visit.button(ending).click()
            visit.shows("room")
    until(lambda: len(members()) == 1, "one member")
    visit.context.close()
