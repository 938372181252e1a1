"""Tests of what is typed into the web client's forms: it is kept until it has arrived, over reloads, a crash of the tab and in a second tab."""

import json
import re

from client import CALL
from fixtures import answer, comment, fetched, room
from keeping import KEPT, crash
from lessons import assignment_of, choose, new_student, new_task, visit_of
from playwright.sync_api import expect
from visit import until


class _Typed:
    """A form in a page: how it opens, what is typed, and where it is kept."""

    def __init__(self, site, browser, who, place, opens, fields):
        self.site, self.browser, self.who, self.place, self.opens, self.fields = site, browser, who, place, opens, fields
        self.visit = visit_of(site, browser, who)
        self.user = site.call("GET", "/me", by=who)["id"]

    @property
    def page(self):
        return self.visit.page

    def draft(self):
        return self.page.evaluate(KEPT, [self.user, self.place])

    def open(self):
        return self.opens(self.visit)

    def fill(self):
        form = self.open()
        for label, text in self.fields.items():
            form.get_by_label(label, exact=True).first.fill(text)
        self.is_kept()

    def is_kept(self):
        until(lambda: all(text in (self.draft() or {"text": ""})["text"] for text in self.fields.values()), f"a draft at {self.place}")

    def shows(self, again=True):
        form = self.open() if again else self.page
        for label, text in self.fields.items():
            expect(form.get_by_label(label, exact=True).first).to_have_value(text)

    def survives(self):
        """Fills the form in, and shows it after a reload, after a crash, and in a second tab."""
        self.fill()
        self.page.reload()
        self.shows()
        crash(self.visit)
        self.shows()
        first, self.visit.page = self.page, self.visit.context.new_page()
        self.shows()
        self.page.close()
        self.visit.page = first

    def is_gone(self):
        until(lambda: self.draft() is None, f"nothing kept at {self.place}")

    def end(self):
        self.visit.context.close()


def _at(path, screen, inside="main", before=()):
    """Opens a page, and presses buttons there until the form shows."""
    def opens(visit):
        visit.page.goto(path)
        expect(visit.page.locator(f"main[data-screen={screen}]:is([data-state=ready], [data-state=empty])")).to_be_visible()
        for name in before:
            visit.page.get_by_role("button", name=name, exact=True).first.click()
        return visit.page.locator(inside).last
    return opens


def a_comment_and_an_edit_are_kept(site, browser):
    """Shows rule 16.11."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    one = comment(site, room_id, "1:00 as it was", by="ada")
    write = _Typed(site, browser, "ada", f"room:{room_id}", _at(f"/rooms/{room_id}", "room"), {"Comment": "15:43 that hallway!"})
    write.survives()
    write.visit.button("Send").click()
    expect(write.page.locator("[data-comment][data-state=sent]").filter(has_text="that hallway!")).to_be_visible()
    write.is_gone()
    write.end()

    def editing(visit):
        visit.page.goto(f"/rooms/{room_id}")
        visit.shows("room")
        visit.button("More", visit.page.locator(f'[data-comment="{one["id"]}"]')).click()
        visit.button("Edit").click()
        return visit.page.locator("form.edit")

    edit = _Typed(site, browser, "ada", f"edit:{room_id}/{one['id']}", editing, {"Words": "as it should be", "At": "2:00"})
    edit.survives()
    expect(edit.page.get_by_text("Kept since")).to_be_visible()
    edit.visit.button("Save").click()
    expect(edit.page.locator("[data-thread='120']")).to_contain_text("as it should be")
    edit.is_gone()
    edit.end()


def a_reply_is_kept(site, browser):
    """Shows rule 16.11."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    comment(site, room_id, "15:43 who is it?")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    visit.button("Reply").click()
    visit.page.get_by_label("Comment", exact=True).fill("her brother")
    user = site.call("GET", "/me", by="ada")["id"]
    until(lambda: "her brother" in str(visit.page.evaluate(KEPT, [user, f"room:{room_id}"])), "the draft")
    crash(visit)
    visit.page.goto(f"/rooms/{room_id}")
    visit.shows("room")
    expect(visit.page.get_by_label("Comment", exact=True)).to_have_value("her brother")
    expect(visit.page.locator(".composer[data-second='943']")).to_be_attached()
    expect(visit.page.get_by_text("Replying to")).to_be_visible()
    visit.context.close()


def forms_of_people_and_oneself_are_kept(site, browser):
    """Shows rule 16.11: profile, feedback, invite, report, muted words."""
    cases = [
        ("profile", _at("/settings", "settings", "main"), {"Given name": "Adelheid"}, "Save"),
        ("feedback", _at("/settings", "settings", "main"), {"What is good, bad or missing": "More lamps,\nplease."}, "Send feedback"),
        ("invite", _at("/people", "people", "#invites", ["New invite"]), {"Note": "For Zoe", "Days": "30"}, "Create invite"),
        ("friend", _at("/people", "people", "section[aria-labelledby=add]"), {"Username": "bea"}, "Add friend"),
        ("mutes", _at("/people", "people", "section[aria-labelledby=mutes]", ["Muted words"]), {"Words, one a line": "finale\nspoiler"}, "Save"),
    ]
    for place, opens, fields, button in cases:
        typed = _Typed(site, browser, "ada", place, opens, fields)
        typed.survives()
        expect(typed.page.get_by_text("Kept since").first).to_be_visible()
        typed.page.get_by_role("button", name=button, exact=True).first.click()
        typed.is_gone()
        typed.end()
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="ada")
    site.call("PATCH", "/me", {"givenName": None}, by="ada")
    bea = site.call("GET", "/me", by="bea")["id"]
    report = _Typed(site, browser, "ada", f"report:{bea}", _at("/people", "people", "dialog", ["More about bea", "Report"]), {"Note": "Again and again"})
    report.survives()
    report.page.get_by_label("Reason").select_option("spam")
    report.visit.button("Send report").click()
    expect(report.page.get_by_text("Thank you. An admin decides within a day.")).to_be_visible()
    report.is_gone()
    report.end()


def a_new_room_is_kept(site, browser):
    """Shows rule 16.11: its subject and its members, which can be thrown away and are sent."""
    new = _Typed(site, browser, "ada", "room:new", _at("/new", "new-room"), {"Show": f"The Bear {id(site)}"})
    new.survives()
    new.page.get_by_label("Episode").fill("7")
    new.page.get_by_role("checkbox", name="bea", exact=True).check()
    until(lambda: '"7"' in json.dumps(new.draft()) and len(new.draft()["content"]["memberIDs"]) == 1, "the episode and the member")
    new.page.reload()
    bea = new.page.get_by_role("checkbox", name="bea", exact=True)
    expect(bea).to_be_checked()
    expect(new.page.get_by_text("Kept since")).to_be_visible()
    new.visit.button("Throw away").click()
    new.is_gone()
    expect(bea).not_to_be_checked()
    new.visit.button("Undo").click()
    expect(bea).to_be_checked()
    expect(new.page.get_by_label("Episode")).to_have_value("7")
    new.visit.button("Create room").click()
    expect(new.page.locator("h1")).to_contain_text(f"The Bear {id(site)}")
    new.is_gone()
    new.end()


def a_name_of_ones_own_is_kept(site, browser):
    """Shows rule 16.11: where there is a catalogue, the first key after *Name it yourself* is the name's."""
    visit = visit_of(site, browser, "ada")
    page, show = visit.page, visit.page.get_by_label("Show", exact=True)
    page.route("**/v1/tenant", lambda route: answer(route, 200, {**fetched(route).json(), "catalogue": True}))
    page.evaluate(CALL, ["session", "tenant", []])
    page.goto("/new")
    visit.button("Name it yourself").click()
    page.keyboard.type("A name of my own")
    expect(show).to_have_value("A name of my own")
    user = site.call("GET", "/me", by="ada")["id"]
    until(lambda: "A name of my own" in str(page.evaluate(KEPT, [user, "room:new"])), "the draft")
    page.reload()
    expect(show).to_have_value("A name of my own")
    visit.button("Throw away").click()
    until(lambda: page.evaluate(KEPT, [user, "room:new"]) is None, "no draft")
    visit.context.close()


def choices_of_notifications_are_kept(site, browser):
    """Shows rule 16.11, where nothing is written: boxes that were unchecked, and the quiet hours."""
    opens = _at("/settings/notifications", "settings")
    chosen = _Typed(site, browser, "bea", "notifications", opens, {})
    opens(chosen.visit)
    box, quiet = (chosen.page.get_by_label(name, exact=True) for name in ("Somebody has watched", "Quiet hours"))
    box.uncheck()
    quiet.check()
    chosen.page.get_by_label("From").fill("21:15")
    until(lambda: "21:15" in str(chosen.draft()), "the draft")
    chosen.page.reload()
    expect(box).not_to_be_checked()
    expect(chosen.page.get_by_label("From")).to_have_value("21:15")
    chosen.visit.button("Save").click()
    chosen.is_gone()
    found = site.call("GET", "/me/notifications", by="bea")
    assert "room.watched" in found["muted"] and found["quietHours"]["from"] == "21:15"
    site.call("PUT", "/me/notifications", {"muted": [], "mutedRooms": []}, by="bea")
    chosen.end()


def what_admins_type_is_kept(site, browser):
    """Shows rule 16.11: the filter, a note on a report, and a warning."""
    report = site.call("POST", "/reports", {"userID": site.call("GET", "/me", by="cem")["id"], "reason": "spam"}, by="bea")["id"]
    words = _Typed(site, browser, "ada", "filter", _at("/admin/filter", "admin"), {"Words, one a line": "blast*"})
    words.survives()
    words.end()
    note = _Typed(site, browser, "ada", f"report-note:{report}", _at(f"/admin/reports/{report}", "report"), {"Note": "Asked them first"})
    note.survives()
    note.visit.button("Add note").click()
    note.is_gone()
    note.page.get_by_role("checkbox", name=re.compile("Warn")).check()
    note.page.get_by_label("Warning").fill("Please stop.")
    until(lambda: "Please stop." in str(note.page.evaluate(KEPT, [note.user, f"report-decision:{report}"])), "the warning")
    note.page.reload()
    expect(note.page.get_by_label("Warning")).to_have_value("Please stop.")
    expect(note.page.get_by_role("checkbox", name=re.compile("Warn"))).to_be_checked()
    note.end()


def forms_of_the_class_are_kept(site, browser):
    """Shows rule 16.11: a new task, its change, a hand-in, a message and a mark."""
    student = new_student(site, "kept.s")
    new = _Typed(site, browser, "greta", "task:new", _at("/tasks/new", "task"), {"Title": "The flute", "Description": "Page 12.", "Due": "2027-03-01T18:00"})
    new.survives()
    new.page.get_by_role("checkbox", name="kept.s", exact=True).check()
    until(lambda: student in str(new.draft()), "the chosen student")
    new.page.reload()
    expect(new.page.get_by_role("checkbox", name="kept.s", exact=True)).to_be_checked()
    new.visit.button("Create task").click()
    expect(new.page.locator("[data-counts]")).to_contain_text("1 to do")
    new.is_gone()
    task = {"id": new.page.url.split("/")[-1]}
    new.end()
    changed = _Typed(site, browser, "greta", f"task:{task['id']}", _at(f"/tasks/{task['id']}", "task"), {"Title": "The flute, again"})
    changed.survives()
    changed.visit.button("Save").click()
    expect(changed.page.locator("h1")).to_have_text("The flute, again")
    changed.is_gone()
    expect(changed.page.get_by_text("Kept since")).to_be_hidden()
    changed.end()
    one = assignment_of(site, task)["id"]
    def extending(visit):
        visit.page.goto(f"/assignments/{one}")
        visit.shows("assignment")
        choose(visit, "extend")
        return visit.page.get_by_role("dialog", name="More time for kept.s")

    later = _Typed(site, browser, "greta", f"extension:{one}", extending, {"Until": "2027-04-01T18:00"})
    later.survives()
    later.page.route("**/v1/assignments/*/entries", lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    later.visit.button("Save", later.page.get_by_role("dialog")).click()
    expect(later.page.get_by_text("The server can't be reached.")).to_be_visible()
    later.page.unroute("**/v1/assignments/*/entries")
    later.shows()
    later.visit.button("Save", later.page.get_by_role("dialog")).click()
    expect(later.page.locator("[data-entry][data-action=extend]")).to_contain_text("changed the deadline to")
    later.is_gone()
    later.end()
    work = _Typed(site, browser, "kept.s", f"assignment:{one}", _at(f"/assignments/{one}", "assignment"), {"Message": "Here it is."})
    work.survives()
    choose(work.visit, "submit")
    expect(work.page.locator("[data-entry][data-action=submit]")).to_contain_text("Here it is.")
    work.is_gone()
    work.end()


def subtitles_are_kept_with_their_file(site, browser):
    """Shows rule 16.11."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    user = site.call("GET", "/me", by="ada")["id"]
    visit.page.get_by_text("Add subtitles").click()
    visit.page.get_by_label("Language").fill("fr")
    visit.page.get_by_label("File").set_input_files({"name": "lines.srt", "mimeType": "application/x-subrip", "buffer": b"1\n00:00:20,000 --> 00:00:21,000\nQui ?\n"})
    until(lambda: visit.page.evaluate(KEPT, [user, f"subtitles:{room_id}"]), "the draft")
    visit.page.wait_for_timeout(500)
    crash(visit)
    visit.page.goto(f"/rooms/{room_id}")
    visit.page.get_by_text("Add subtitles").click()
    expect(visit.page.get_by_label("Language")).to_have_value("fr")
    until(lambda: visit.page.get_by_label("File").evaluate("input => input.files[0]?.name") == "lines.srt", "the file")
    visit.button("Upload").click()
    expect(visit.button("Remove French")).to_be_visible()
    visit.context.close()


def passwords_are_never_kept(site, browser):
    """Shows rule 16.11: of the form that changes the address, the address alone."""
    visit = visit_of(site, browser, "ada", "/settings")
    visit.button("Change e-mail address").click()
    visit.page.get_by_label("E-mail").fill("ada@elsewhere.example.org")
    visit.page.get_by_label("Current password").fill("not to be kept 1")
    visit.button("Show").click()
    visit.page.get_by_label("Current password").fill("not to be kept 2")
    user = site.call("GET", "/me", by="ada")["id"]
    until(lambda: "elsewhere" in str(visit.page.evaluate(KEPT, [user, "email"])), "the draft")
    visit.button("Change password").click()
    visit.page.get_by_label("New password").fill("not to be kept 3")
    visit.page.wait_for_timeout(600)
    assert "not to be kept" not in visit.readable()
    visit.context.close()


def a_restored_draft_can_be_thrown_away(site, browser):
    """Shows rule 16.11: it goes after ten seconds, and Undo brings it back."""
    typed = _Typed(site, browser, "ada", "feedback", _at("/settings", "settings"), {"What is good, bad or missing": "Half a thought"})
    typed.fill()
    typed.page.reload()
    field = typed.page.get_by_label("What is good, bad or missing")
    expect(field).to_have_value("Half a thought")
    typed.visit.button("Throw away").click()
    expect(field).to_have_value("")
    typed.visit.button("Undo").click()
    expect(field).to_have_value("Half a thought")
    typed.visit.button("Throw away").click()
    typed.is_gone()
    typed.page.reload()
    expect(field).to_have_value("")
    typed.end()


def an_older_tab_overwrites_nothing_newer(site, browser):
    """Shows rule 16.11: the tab one comes back to takes over what was typed in the other, and what was sent there is gone here."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    first, second = visit.page, visit.context.new_page()
    second.goto(f"/rooms/{room_id}")
    fields = [page.get_by_label("Comment", exact=True) for page in (first, second)]
    fields[0].fill("older words")
    user = site.call("GET", "/me", by="ada")["id"]
    kept = lambda: str(first.evaluate(KEPT, [user, f"room:{room_id}"]))
    until(lambda: "older words" in kept(), "the draft")
    second.evaluate("dispatchEvent(new Event('focus'))")
    expect(fields[1]).to_have_value("older words")
    fields[1].fill("newer words")
    until(lambda: "newer words" in kept(), "the newer draft")
    first.evaluate("dispatchEvent(new Event('focus'))")
    expect(fields[0]).to_have_value("newer words")
    second.get_by_role("button", name="Send", exact=True).click()
    expect(second.locator("[data-state=sent]").filter(has_text="newer words")).to_be_visible()
    first.evaluate("dispatchEvent(new Event('focus'))")
    expect(fields[0]).to_have_value("")
    visit.context.close()
