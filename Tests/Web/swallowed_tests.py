"""Tests of what the web client does where an answer is lost, or another one comes in its place: nothing is sent twice unsaid."""

import contextlib
import hashlib

from client import CALL
from fixtures import fetched, room
from lessons import LIVE, assignment_of, choose, finish, new_student, new_task, perform, visit_of
from playwright.sync_api import expect
from visit import until

# What a browser logs of a gateway's answer, and of a refusal that a test has provoked.
SEEN = ("502", "409")
BEFORE = "An earlier version"


def _lie(route):
    route.fulfill(status=200, content_type="text/html", body="<p>Welcome to our Wi-Fi</p>")


@contextlib.contextmanager
def _swallowed(page, path):
    """Lets writes reach the server, whose answers are lost on the way."""
    def swallow(route):
        if route.request.method == "GET":
            return route.fallback()
        fetched(route)
        route.fulfill(status=502, content_type="text/html", body="<p>Bad Gateway</p>")

    page.route(path, swallow)
    yield
    page.unroute(path, swallow)


def what_is_taken_back_comes_whole_or_not_at_all(site, browser):
    """Shows rule 10.17 in the client: a page in a file's place is no file, and the file can be asked for again."""
    student = new_student(site, "ivo.s")
    one = assignment_of(site, new_task(site, "Not a page", [student]))["id"]
    pupil = visit_of(site, browser, "ivo.s", f"/assignments/{one}")
    page, ready = pupil.page, pupil.page.locator(".marking .file[data-state=ready]")
    page.get_by_label("Files").set_input_files([{"name": "essay.txt", "mimeType": "text/plain", "buffer": b"The true essay."}])
    expect(ready).to_have_count(1)
    choose(pupil, "submit")
    expect(page.locator(".state")).to_contain_text("Handed in")
    page.route("**/v1/files/*", _lie)
    choose(pupil, "takeBack")
    expect(page.locator("form.marking")).to_contain_text("Not added again: essay.txt.")
    expect(page.locator("form.marking [data-file]")).to_have_count(0)
    page.unroute("**/v1/files/*")
    pupil.button("Try again", page.locator("form.marking")).click()
    expect(ready).to_contain_text("essay.txt")
    expect(page.locator("form.marking")).not_to_contain_text("Not added again")
    choose(pupil, "submit")
    expect(page.locator(".state")).to_contain_text("Handed in")
    file, = site.call("GET", f"/assignments/{one}/entries", by="greta")["items"][-1]["files"]
    assert file["sha256"] == hashlib.sha256(b"The true essay.").hexdigest()
    finish(pupil)


def a_draft_is_saved_once_answers_come_again(site, browser):
    """Another device has saved a draft, and what the page asks for then isn't answered: it says so, and tries again by itself."""
    student = new_student(site, "udo.s")
    one = assignment_of(site, new_task(site, "Saved elsewhere", [student], maxPoints=10))["id"]
    perform(site, one, "submit", by="udo.s", text="Please.")
    greta = visit_of(site, browser, "greta", f"/assignments/{one}")
    page = greta.page
    page.route(LIVE, lambda route: None)
    page.evaluate(CALL, ["live", "stop", []])
    version = site.call("GET", f"/assignments/{one}", by="greta")["version"]
    site.call("PUT", f"/assignments/{one}/draft", {"version": version, "points": 3, "text": "From elsewhere."}, by="greta")
    page.route(f"**/v1/assignments/{one}", _lie)
    page.get_by_label("Points").fill("7")
    expect(page.locator("[data-draft=unsaved]")).to_contain_text("Not saved:")
    page.unroute(f"**/v1/assignments/{one}")
    expect(page.get_by_role("group", name="Two versions")).to_contain_text("From elsewhere.")
    greta.button("Use mine").click()
    until(lambda: site.call("GET", f"/assignments/{one}", by="greta")["draft"].get("points") == 7, "the draft")
    finish(greta, but=SEEN)


def an_entry_whose_answer_was_lost_is_not_sent_again(site, browser):
    """Shows rule 16.12: the form is empty once the feed has brought the entry. Words that were changed stay, and the form says what was sent."""
    student = new_student(site, "ria.s")
    one = assignment_of(site, new_task(site, "Sent once", [student]))["id"]
    pupil = visit_of(site, browser, "ria.s", f"/assignments/{one}")
    page, text = pupil.page, pupil.page.get_by_label("Message")
    entries = lambda: [(entry["action"], entry.get("text")) for entry in site.call("GET", f"/assignments/{one}/entries", by="ria.s")["items"]]
    text.fill("My essay about swallows")
    with _swallowed(page, "**/v1/assignments/*/entries"):
        choose(pupil, "submit")
        expect(text).to_have_value("")
    assert ("submit", "My essay about swallows") in entries()
    expect(page.locator(".state")).to_contain_text("Handed in")

    # Without the feed, the server alone knows.
    page.route(LIVE, lambda route: None)
    page.evaluate(CALL, ["live", "stop", []])
    text.fill("First words")
    with _swallowed(page, "**/v1/assignments/*/entries"):
        choose(pupil, "message")
        expect(page.locator("form.marking [role=alert]").filter(has_text="The server can't be reached.")).to_be_visible()
    text.fill("First words and more")
    page.reload()
    expect(text).to_have_value("First words and more")
    choose(pupil, "message")
    expect(page.locator("form.marking")).to_contain_text(BEFORE)
    expect(text).to_have_value("First words and more")
    assert ("message", "First words and more") not in entries()
    choose(pupil, "message")
    expect(text).to_have_value("")
    assert [words for action, words in entries() if action == "message"] == ["First words", "First words and more"], entries()
    finish(pupil, but=SEEN)


def an_earlier_version_of_a_form_is_named(site, browser):
    """Shows rule 16.12: words that were changed after a lost answer stay; the form says that the earlier ones were sent, and adds others only then."""
    visit = visit_of(site, browser, "ada", "/settings")
    page, area = visit.page, visit.page.get_by_label("What is good, bad or missing")
    sent = lambda: [one["text"] for one in site.call("GET", "/feedback?limit=50", by="ada")["items"] if one["text"].startswith("More lamps")]
    area.fill("More lamps")
    with _swallowed(page, "**/v1/feedback"):
        visit.button("Send feedback").click()
        expect(page.locator(".form-fault").filter(has_text="The server can't be reached.")).to_be_visible()
    area.fill("More lamps, please")
    visit.button("Send feedback").click()
    expect(page.locator(".form-fault").filter(has_text=BEFORE)).to_be_visible()
    assert sent() == ["More lamps"]
    visit.button("Send feedback").click()
    expect(page.get_by_text("Thank you. It has arrived.").first).to_be_visible()
    assert sorted(sent()) == ["More lamps", "More lamps, please"]

    page.goto("/new")
    show = page.get_by_label("Show", exact=True)
    show.fill("Swallowed")
    with _swallowed(page, "**/v1/rooms"):
        visit.button("Create room").click()
        expect(page.locator(".form-outcome")).to_contain_text("The server can't be reached.")
    show.fill("Swallowed again")
    visit.button("Create room").click()
    expect(page.locator(".form-outcome")).to_contain_text("“Swallowed S1 E1”, was made already.")
    expect(visit.button("Open")).to_have_attribute("href", "/rooms/" + site.call("GET", "/rooms?limit=1", by="ada")["items"][0]["id"])
    finish(visit, but=SEEN)


def an_earlier_version_of_a_task_is_led_to(site, browser):
    """Shows rule 16.12."""
    visit = visit_of(site, browser, "greta", "/tasks/new")
    page, title = visit.page, visit.page.get_by_label("Title")
    found = lambda: [one["title"] for one in site.call("GET", "/tasks?limit=100", by="greta")["items"] if one["title"].startswith("Lost answer")]
    title.fill("Lost answer")
    with _swallowed(page, "**/v1/tasks"):
        visit.button("Create task").click()
        expect(page.locator(".form-fault")).to_contain_text("The server can't be reached.")
    title.fill("Lost answer, changed")
    visit.button("Create task").click()
    expect(page.locator(".form-fault")).to_contain_text("“Lost answer”, was sent already.")
    assert found() == ["Lost answer"]
    page.get_by_role("link", name="Open the task that was sent").click()
    expect(page.locator("h1")).to_contain_text("Lost answer")
    finish(visit, but=SEEN)


def an_invite_that_may_have_been_made_is_listed(site, browser):
    """Shows rule 16.12: its request has no id, so the page says that it may be there already."""
    visit = visit_of(site, browser, "ada", "/people")
    page = visit.page
    visit.button("New invite").click()
    page.get_by_label("Note").fill("For Dora, lost")
    with _swallowed(page, "**/v1/invites"):
        visit.button("Create invite").click()
        expect(page.locator("#invites .form-fault")).to_contain_text("the invite may have been made")
    expect(page.locator("#invites .list")).to_contain_text("For Dora, lost")
    finish(visit, but=SEEN)


def watching_again_makes_one_room(site, browser):
    """Shows rule 16.12: another try after a lost answer leads to the room that was made."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    title = site.call("GET", f"/rooms/{room_id}", by="ada")["subject"]["title"]
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    page, again = visit.page, visit.button("Watch again")
    with _swallowed(page, "**/v1/rooms"):
        again.click()
        expect(page.locator(".about")).to_contain_text("The server can't be reached.")
    again.click()
    page.wait_for_url(lambda url: "/rooms/" in url and room_id not in url)
    found = [one for one in site.call("GET", "/rooms?limit=50", by="ada")["items"] if one["subject"].get("title") == title]
    assert len(found) == 2, found
    finish(visit, but=SEEN)
