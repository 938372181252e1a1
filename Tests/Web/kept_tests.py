"""Tests of what is typed into the web client's forms: each keeps it until it has arrived. drafts.test.js of the library shows what keeping means."""

import re
from fixtures import comment, file, room
from playwright.sync_api import expect
from visit import LIE, until, visit_of

FEEDBACK = "What is good, bad or missing"


def forms_are_kept(site, browser):
    """Shows rule 16.11: profile, feedback, invite, muted words, a report, and what admins and teachers type."""
    ada, greta = visit_of(site, browser, "ada"), visit_of(site, browser, "greta", "/class")
    site.account("kept.s", "student", teacher="greta")
    report = site.call("POST", "/reports", {"userID": site.id("cem"), "reason": "spam"}, by="bea")["id"]
    for visit, path, before, inside, fields, button in (
        (ada, "/settings#profile", ["Change names"], "main", {"Given name": "Adelheid"}, "Save"),
        (ada, "/settings#feedback", (), "main", {FEEDBACK: "More lamps,\nplease."}, "Send feedback"),
        (ada, "/people", ["Invite"], "#inviting", {"Who is it for?": "For Zoe", "For how long": "365"}, "Copy link"),
        (ada, "/people", ["Muted and blocked"], "section[aria-labelledby=mutes]", {"Words, one a line": "finale\nspoiler"}, "Save"),
        (ada, "/people", [re.compile("^More about bea$", re.I), "Report"], "dialog", {"Note": "Again and again", "Reason": "spam"}, "Send report"),
        (ada, "/admin/filter", (), "main", {"Words, one a line": "blast*"}, "Save"),
        (ada, "/admin/community", (), "main", {"Description": "A quiet place."}, "Save"),
        (ada, f"/admin/reports/{report}", (), "main", {"Note": "Asked them first"}, "Add note"),
        (ada, f"/admin/reports/{report}", (), "main", {"Warn cem": True, "Warning": "Please stop."}, None),
        (greta, "/tasks/new", (), "main", {"Title": "The flute", "Due": "2027-03-01T18:00", "All": False, "kept.s": True}, "Give to 1 student"),
    ):
        page, texts = visit.page, [value.split("\n")[0] for value in fields.values() if isinstance(value, str) and not value.isdigit()]
        for is_kept in (False, True):
            page.goto(path)
            expect(page.locator("main:is([data-state=ready], [data-state=empty])")).to_be_visible()
            for name in before:
                visit.button(name).first.click()
            # What is kept there opens it.
            if inside == "#inviting" and not is_kept:
                page.get_by_text("Change, or send by e-mail").click()
            for label, value in fields.items():
                field = page.locator(inside).last.get_by_label(label, exact=True).first
                if is_kept:
                    expect(field).to_have_value(value) if isinstance(value, str) else expect(field).to_be_checked(checked=value)
                elif not isinstance(value, str):
                    field.set_checked(value)
                else:
                    field.select_option(value) if label in ("Reason", "For how long") else field.fill(value)
            visit.keeps(*texts)
        if button:
            page.locator(inside).last.get_by_role("button", name=button, exact=True).first.click()
            visit.forgets(*texts)
    expect(greta.page.locator("[data-column=todo] [data-card]")).to_have_count(1)
    site.call("PUT", "/tenant/filter", {"words": [], "action": "refuse"}, by="ada")
    site.call("PATCH", "/tenant", {"description": None}, by="ada")
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="ada")
    site.call("PATCH", "/me", {"givenName": None}, by="ada")
    for visit in (ada, greta):
        visit.end()


def a_reply_outlasts_a_crash_and_a_new_room_can_be_thrown_away(site, browser):
    """Shows rule 16.11: a draft has its time and whom it answers, or its members; thrown away, it comes back by Undo."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "15:43 who is it?")
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    visit.button("Reply", visit.page.locator("[data-thread='943']")).click()
    visit.page.get_by_label("Comment", exact=True).fill("her brother")
    visit.keeps("her brother")
    visit.crash()
    page = visit.page
    visit.opens(f"/rooms/{room_id}", "room")
    expect(page.get_by_label("Comment", exact=True)).to_have_value("her brother")
    expect(page.locator(".composer[data-second='943']")).to_be_attached()
    expect(page.get_by_text("Replying to")).to_be_visible()
    visit.button("Send").click()
    visit.forgets("her brother")
    expect(page.locator(".answered")).to_have_text("to bea: who is it?", ignore_case=True)
    visit.opens("/new", "new-room")
    page.get_by_label("Show", exact=True).fill(f"The Bear {id(site)}")
    page.get_by_role("checkbox", name=re.compile("^bea$", re.I)).check()
    visit.keeps("The Bear", site.id("bea"))
    page.reload()
    bea = page.get_by_role("checkbox", name=re.compile("^bea$", re.I))
    expect(bea).to_be_checked()
    expect(page.get_by_text("Kept since")).to_be_visible()
    visit.button("Throw away").click()
    expect(bea).not_to_be_checked()
    visit.button("Undo").click()
    expect(bea).to_be_checked()
    visit.button("Create room").click()
    expect(page.locator("h1")).to_contain_text(f"The Bear {id(site)}")
    visit.forgets("The Bear")
    visit.end()


def subtitles_are_kept_with_their_file(site, browser):
    """Shows rule 16.11."""
    room_id = room(site, watched=["ada"])
    visit = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    page = visit.page
    page.get_by_text("Add subtitles").click()
    page.get_by_label("Language").fill("fr")
    page.get_by_label("File").set_input_files(file("lines.srt", "1\n00:00:20,000 --> 00:00:21,000\nQui ?\n", "application/x-subrip"))
    visit.keeps('"fr"')
    page.reload()
    page.get_by_text("Add subtitles").click()
    expect(page.get_by_label("Language")).to_have_value("fr")
    until(lambda: page.get_by_label("File").evaluate("input => input.files[0]?.name") == "lines.srt", "the file")
    visit.button("Upload").click()
    expect(visit.button("Remove French")).to_be_visible()
    visit.end()


def choices_are_kept_and_passwords_never(site, browser):
    """Shows rule 16.11: boxes that were unchecked, of which there is one for each kind; of a new address, the address alone."""
    visit = visit_of(site, browser, "ada", "/settings/notifications")
    page, preferences = visit.page, "**/v1/me/notifications"
    # Each change is saved at once. Where the server can't be reached it is kept, and there is a button.
    page.route(preferences, lambda route: route.abort() if route.request.method == "PUT" else route.fallback())
    save = visit.button("Save")
    expect(save).to_have_count(0)
    # The demo has all features, and Ada runs it: rooms 6, people 3, reports 2, class 6, play 4 and the summary.
    expect(page.get_by_role("group", name="Notify me when").get_by_role("checkbox")).to_have_count(22)
    for name in ("Somebody gives me a task", "The day’s puzzles are ready"):
        page.get_by_label(name).uncheck()
    page.get_by_label("Quiet hours", exact=True).check()
    page.get_by_label("From").fill("21:15")
    visit.keeps("21:15")
    expect(save).to_be_visible()
    page.reload()
    expect(page.get_by_label("Somebody gives me a task")).not_to_be_checked()
    expect(page.get_by_label("From")).to_have_value("21:15")
    expect(save).to_be_visible()
    page.unroute(preferences)
    save.click()
    visit.forgets("21:15")
    expect(page.get_by_text("Saved.", exact=True).first).to_be_visible()
    expect(save).to_have_count(0)
    found = site.call("GET", "/me/notifications", by="ada")
    assert {"task.assigned", "challenge.ready"} <= set(found["muted"]) and found["quietHours"]["from"] == "21:15"
    site.call("PUT", "/me/notifications", {"muted": [], "mutedRooms": []}, by="ada")
    visit.opens("/settings#signing-in", "settings")
    visit.button("Change e-mail address").click()
    page.get_by_label("E-mail").fill("ada@elsewhere.example.org")
    page.get_by_label("Current password").fill("not to be kept 1")
    visit.button("Show").click()
    page.get_by_label("Current password").fill("not to be kept 2")
    visit.keeps("elsewhere")
    visit.button("Change password").click()
    page.get_by_label("New password").fill("not to be kept 3")
    # Whatever waits to be kept is kept now.
    visit.call("drafts", "flush")
    assert "not to be kept" not in visit.readable()
    visit.end(("ERR_FAILED",))


def a_form_whose_keeper_cant_be_loaded_says_so(site, browser):
    """Shows rule 16.11: it is asked for again with each key."""
    visit = visit_of(site, browser, "ada")
    page = visit.page
    page.route("**/kept-form.js", lambda route: route.fulfill(**LIE))
    visit.opens("/settings#feedback", "settings")
    expect(page.get_by_text("What you type here isn’t kept on this device yet.").first).to_be_visible()
    page.get_by_label(FEEDBACK).fill("Half a thought")
    page.unroute("**/kept-form.js")
    page.get_by_label(FEEDBACK).press_sequentially("!")
    visit.keeps("Half a thought!")
    visit.context.close()
