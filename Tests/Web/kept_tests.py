"""Tests of what is typed into the web client's forms: each keeps it until it has arrived. Tests/Web/js/library/drafts.test.js shows what keeping means."""

import json
import re

from client import CALL
from fixtures import answer, comment, fetched, room
from keeping import KEPT, crash
from lessons import assignment_of, choose, new_student, visit_of
from playwright.sync_api import expect
from visit import until


class _Typed:
    """A form in a page: how it opens, what is typed, and where it is kept."""

    def __init__(self, site, browser, who, place, opens, fields):
        self.place, self.opens, self.fields = place, opens, fields
        self.visit = visit_of(site, browser, who)
        self.page, self.user = self.visit.page, site.call("GET", "/me", by=who)["id"]

    def draft(self):
        return self.page.evaluate(KEPT, [self.user, self.place])

    def fill(self):
        form = self.opens(self.visit)
        for label, text in self.fields.items():
            form.get_by_label(label, exact=True).first.fill(text)
        until(lambda: all(text in (self.draft() or {"text": ""})["text"] for text in self.fields.values()), f"a draft at {self.place}")
        return self

    def survives(self):
        """Fills the form in, and shows it again in a page that is loaded anew."""
        self.fill()
        self.page.reload()
        form = self.opens(self.visit)
        for label, text in self.fields.items():
            expect(form.get_by_label(label, exact=True).first).to_have_value(text)
        return self

    def ends(self, button=None):
        """Sends the form. Its draft goes."""
        if button:
            self.visit.page.get_by_role("button", name=button, exact=True).first.click()
        until(lambda: self.draft() is None, f"nothing kept at {self.place}")
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


def a_reply_outlasts_a_crash_and_an_edit_a_reload(site, browser):
    """Shows rule 16.11."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "15:43 who is it?")
    one = comment(site, room_id, "1:00 as it was", by="ada")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    visit.button("Reply", visit.page.locator("[data-thread='943']")).click()
    visit.page.get_by_label("Comment", exact=True).fill("her brother")
    user = site.call("GET", "/me", by="ada")["id"]
    until(lambda: "her brother" in str(visit.page.evaluate(KEPT, [user, f"room:{room_id}"])), "the draft")
    crash(visit)
    visit.opens(f"/rooms/{room_id}", "room")
    expect(visit.page.get_by_label("Comment", exact=True)).to_have_value("her brother")
    expect(visit.page.locator(".composer[data-second='943']")).to_be_attached()
    expect(visit.page.get_by_text("Replying to")).to_be_visible()
    visit.button("Send").click()
    until(lambda: visit.page.evaluate(KEPT, [user, f"room:{room_id}"]) is None, "nothing kept")
    visit.context.close()

    def editing(visit):
        visit.opens(f"/rooms/{room_id}", "room")
        visit.button("More", visit.page.locator(f'[data-comment="{one["id"]}"]')).click()
        visit.button("Edit").click()
        return visit.page.locator("form.edit")

    edit = _Typed(site, browser, "ada", f"edit:{room_id}/{one['id']}", editing, {"Words": "as it should be", "At": "2:00"}).survives()
    expect(edit.page.get_by_text("Kept since")).to_be_visible()
    edit.visit.button("Save").click()
    expect(edit.page.locator("[data-thread='120']")).to_contain_text("as it should be")
    edit.ends()


def forms_are_kept(site, browser):
    """Shows rule 16.11: profile, feedback, invite, muted words, a report, and what admins and teachers type."""
    bea, cem = (site.call("GET", "/me", by=name)["id"] for name in ("bea", "cem"))
    report = site.call("POST", "/reports", {"userID": cem, "reason": "spam"}, by="bea")["id"]
    for who, place, opens, fields, button in (
        ("ada", "profile", _at("/settings", "settings"), {"Given name": "Adelheid"}, "Save"),
        ("ada", "feedback", _at("/settings", "settings"), {"What is good, bad or missing": "More lamps,\nplease."}, "Send feedback"),
        ("ada", "invite", _at("/people", "people", "#invites", ["New invite"]), {"Note": "For Zoe", "Days": "30"}, "Create invite"),
        ("ada", "mutes", _at("/people", "people", "section[aria-labelledby=mutes]", ["Muted words"]), {"Words, one a line": "finale\nspoiler"}, "Save"),
        ("ada", "filter", _at("/admin/filter", "admin"), {"Words, one a line": "blast*"}, "Save"),
        ("ada", f"report-note:{report}", _at(f"/admin/reports/{report}", "report"), {"Note": "Asked them first"}, "Add note"),
        ("greta", "task:new", _at("/tasks/new", "task"), {"Title": "The flute", "Description": "Page 12.", "Due": "2027-03-01T18:00"}, "Create task"),
    ):
        _Typed(site, browser, who, place, opens, fields).survives().ends(button)
    site.call("PUT", "/tenant/filter", {"words": [], "action": "refuse"}, by="ada")
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="ada")
    site.call("PATCH", "/me", {"givenName": None}, by="ada")
    accusing = _Typed(site, browser, "ada", f"report:{bea}", _at("/people", "people", "dialog", ["More about bea", "Report"]), {"Note": "Again and again"}).survives()
    accusing.page.get_by_label("Reason").select_option("spam")
    accusing.ends("Send report")


def a_new_room_is_kept(site, browser):
    """Shows rule 16.11: its subject and its members, which can be thrown away and are sent."""
    new = _Typed(site, browser, "ada", "room:new", _at("/new", "new-room"), {"Show": f"The Bear {id(site)}"}).survives()
    new.page.get_by_label("Episode").fill("7")
    new.page.get_by_role("checkbox", name="bea", exact=True).check()
    until(lambda: '"7"' in json.dumps(new.draft()) and len(new.draft()["content"]["memberIDs"]) == 1, "the episode and the member")
    new.page.reload()
    bea = new.page.get_by_role("checkbox", name="bea", exact=True)
    expect(bea).to_be_checked()
    new.visit.button("Throw away").click()
    until(lambda: new.draft() is None, "no draft")
    expect(bea).not_to_be_checked()
    new.visit.button("Undo").click()
    expect(bea).to_be_checked()
    expect(new.page.get_by_label("Episode")).to_have_value("7")
    new.visit.button("Create room").click()
    expect(new.page.locator("h1")).to_contain_text(f"The Bear {id(site)}")
    new.ends()


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
    chosen = _Typed(site, browser, "bea", "notifications", _at("/settings/notifications", "settings"), {})
    chosen.opens(chosen.visit)
    box, quiet = (chosen.page.get_by_label(name, exact=True) for name in ("Somebody has watched", "Quiet hours"))
    box.uncheck()
    quiet.check()
    chosen.page.get_by_label("From").fill("21:15")
    until(lambda: "21:15" in str(chosen.draft()), "the draft")
    chosen.page.reload()
    expect(box).not_to_be_checked()
    expect(chosen.page.get_by_label("From")).to_have_value("21:15")
    chosen.ends("Save")
    found = site.call("GET", "/me/notifications", by="bea")
    assert "room.watched" in found["muted"] and found["quietHours"]["from"] == "21:15"
    site.call("PUT", "/me/notifications", {"muted": [], "mutedRooms": []}, by="bea")


def choices_are_kept_with_the_words(site, browser):
    """Shows rule 16.11: who is warned, and which students get a task; and a hand-in goes when it has arrived."""
    report = site.call("POST", "/reports", {"userID": site.call("GET", "/me", by="cem")["id"], "reason": "other"}, by="bea")["id"]
    note = _Typed(site, browser, "ada", f"report-decision:{report}", _at(f"/admin/reports/{report}", "report"), {})
    page = note.opens(note.visit).page
    page.get_by_role("checkbox", name=re.compile("Warn")).check()
    page.get_by_label("Warning").fill("Please stop.")
    until(lambda: "Please stop." in str(note.draft()), "the warning")
    page.reload()
    expect(page.get_by_label("Warning")).to_have_value("Please stop.")
    expect(page.get_by_role("checkbox", name=re.compile("Warn"))).to_be_checked()
    note.visit.context.close()
    student = new_student(site, "kept.s")
    new = _Typed(site, browser, "greta", "task:new", _at("/tasks/new", "task"), {"Title": "The flute"}).fill()
    new.page.get_by_role("checkbox", name="kept.s", exact=True).check()
    until(lambda: student in str(new.draft()), "the chosen student")
    new.page.reload()
    expect(new.page.get_by_role("checkbox", name="kept.s", exact=True)).to_be_checked()
    new.visit.button("Create task").click()
    expect(new.page.locator("[data-counts]")).to_contain_text("1 to do")
    one = assignment_of(site, {"id": new.page.url.split("/")[-1]})["id"]
    new.ends()
    work = _Typed(site, browser, "kept.s", f"assignment:{one}", _at(f"/assignments/{one}", "assignment"), {"Message": "Here it is."}).survives()
    choose(work.visit, "submit")
    work.ends()


def subtitles_are_kept_with_their_file(site, browser):
    """Shows rule 16.11."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    user = site.call("GET", "/me", by="ada")["id"]
    visit.page.get_by_text("Add subtitles").click()
    visit.page.get_by_label("Language").fill("fr")
    visit.page.get_by_label("File").set_input_files({"name": "lines.srt", "mimeType": "application/x-subrip", "buffer": b"1\n00:00:20,000 --> 00:00:21,000\nQui ?\n"})
    until(lambda: "lines.srt" in str(visit.page.evaluate(KEPT, [user, f"subtitles:{room_id}"])), "the draft")
    visit.page.reload()
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
    # Whatever waits to be kept is kept now.
    visit.call("drafts", "flush")
    assert "not to be kept" not in visit.readable()
    visit.context.close()


def a_restored_draft_can_be_thrown_away(site, browser):
    """Shows rule 16.11: it goes after ten seconds, and Undo brings it back."""
    label = "What is good, bad or missing"
    typed = _Typed(site, browser, "ada", "feedback", _at("/settings", "settings"), {label: "Half a thought"}).survives()
    field = typed.page.get_by_label(label)
    for step, text in (("Throw away", ""), ("Undo", "Half a thought"), ("Throw away", "")):
        typed.visit.button(step).click()
        expect(field).to_have_value(text)
    typed.ends()
