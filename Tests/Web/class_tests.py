"""Tests of the web client's class: a task's way from its host to its end, the board by keyboard, and what a stale page is refused."""

import datetime
import hashlib
import re

from fixtures import assignment, assignment_of, choose, confirm, entries, file, hand_over, perform
from playwright.sync_api import expect
from visit import PHONE, until, visit_of


def _local(**ago):
    return (datetime.datetime.now() - datetime.timedelta(**ago)).strftime("%Y-%m-%dT%H:%M")


def a_task_goes_from_its_host_to_its_end(site, browser):
    """Made with a file, handed in late, returned, handed in again, done, closed, opened and deleted: each side sees at once what the other does."""
    for name in ("sia", "tom"):
        site.account(name, "student", teacher="greta")
    greta, sia = visit_of(site, browser, "greta", "/tasks/new"), visit_of(site, browser, "sia", "/class")
    page, mine = greta.page, sia.page
    draft, due = page.get_by_text("No student is chosen"), page.get_by_label("Due", exact=True)
    everybody = page.get_by_role("checkbox", name="All", exact=True)
    # All get it unless some are chosen.
    expect(everybody).to_be_checked()
    expect(page.get_by_role("button", name=re.compile(r"^Give to \d+ students$"))).to_be_in_viewport()
    page.get_by_role("checkbox", name="sia", exact=True).uncheck()
    expect(everybody).not_to_be_checked()
    everybody.check()
    expect(page.get_by_role("checkbox", name="sia", exact=True)).to_be_checked()
    everybody.uncheck()
    expect(draft).to_be_visible()
    expect(greta.button("Save draft")).to_be_visible()
    page.get_by_label("Title").fill("Etude")
    expect(page.get_by_label("Maximum points")).to_be_hidden()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("Maximum points").fill("10")
    assert hand_over(greta, "drop", ("sheet.txt", "The first sheet."), into="main form")
    expect(page.locator("[data-file][data-state=ready]")).to_have_count(1)
    page.get_by_role("checkbox", name="sia", exact=True).check()
    expect(draft).to_have_count(0)
    # A date that lacks a part says so at its field.
    due.focus()
    page.keyboard.type("12")
    greta.button("Give to 1 student").click()
    expect(page.locator(".fault:visible")).to_have_text("Fill in the whole date and time.")
    expect(due).to_be_focused()
    due.fill(_local(days=2, minutes=5))
    expect(due).to_have_accessible_description(re.compile(r"^\w{3} \d+ \w+, \d\d:\d\d Work that comes later is marked as late\.$"))
    greta.button("Give to 1 student").click()
    expect(page.locator("[data-column=todo] [data-card]")).to_have_count(1)
    task = page.url.rsplit("/", 1)[1]
    one = assignment_of(site, task, "sia")
    row = mine.locator(f'[data-assignment="{one}"]')
    expect(row).to_contain_text(re.compile(r"Due \w{3} \d+ \w+, \d\d:\d\d · 2 days late"))
    row.click()
    sia.shows("assignment")
    with mine.expect_download() as saved:
        mine.get_by_role("link", name=re.compile("sheet.txt")).click()
    assert saved.value.suggested_filename == "sheet.txt"

    recording, notes = file("recording.bin", bytes(range(256)) * 4_096, "application/octet-stream"), file("notes.txt", "Bar 9 is hard.")
    form, cdp = mine.locator("form.marking"), sia.context.new_cdp_session(mine)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", {"offline": False, "latency": 20, "downloadThroughput": 4_000_000, "uploadThroughput": 20_000})
    mine.get_by_label("Files").set_input_files([recording])
    expect(form.locator("[data-file][data-state=uploading]")).to_contain_text(re.compile("[1-9] %"))
    expect(sia.button("Hand in")).to_be_disabled()
    expect(form).to_contain_text("Waiting for 1 file…")
    sia.button("Cancel recording.bin").click()
    expect(form.locator("[data-file]")).to_have_count(0)
    cdp.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    mine.get_by_label("Files").set_input_files([recording, notes])
    expect(form.locator("[data-file][data-state=ready]")).to_have_count(2)
    # A reload loses nothing of what is uploaded and typed.
    mine.get_by_label("Your text").fill("Here it is.")
    sia.keeps("Here it is.")
    mine.reload()
    expect(form.locator("[data-file][data-state=ready]")).to_have_count(2)
    expect(mine.get_by_label("Your text")).to_have_value("Here it is.")
    sia.button("Hand in").click()
    for text in ("Here it is.", "recording.bin", "notes.txt", "It counts as late, and you can’t take it back"):
        expect(mine.get_by_role("dialog")).to_contain_text(text)
    page.goto("/class")
    cell = page.locator(f'[data-cell="{one}"]')
    expect(cell).to_have_attribute("data-state", "todo")
    confirm(sia, "Hand in")
    expect(cell).to_have_attribute("data-state", "submitted")
    expect(cell).to_have_attribute("data-late", "")
    state = mine.locator(".state")
    expect(state).to_contain_text("hasn’t opened it yet")
    assert {sent["sha256"] for sent in entries(site, one)[-1]["files"]} == {hashlib.sha256(each["buffer"]).hexdigest() for each in (recording, notes)}

    review = page.locator("[data-review]")
    expect(review.get_by_role("heading")).to_have_text("Review next")
    expect(review.get_by_role("link", name="Review", exact=True)).to_have_attribute("href", re.compile("/assignments/"))
    cell.click()
    expect(page.get_by_role("heading", level=2, name=re.compile("Attempt 1, handed in"))).to_be_visible()
    expect(state).to_contain_text("has opened it")
    page.get_by_label("Points").fill("11")
    greta.button("Return").click()
    expect(page.locator(".fault:visible")).to_have_text("At most 10.")
    page.get_by_label("Points").fill("6,5")
    page.get_by_label("Message").fill("Lovely, and slower.")
    greta.button("Return").click()
    expect(state).to_contain_text("Returned with 6.5 of 10.")
    expect(mine.locator("[data-entry][data-action=return]")).to_contain_text("Lovely, and slower.")
    mine.get_by_label("Your text").fill("Again, slower.")
    choose(sia, "submit", "Hand in")
    expect(page.get_by_role("heading", level=2, name=re.compile("Attempt 2, handed in"))).to_be_visible()
    page.get_by_label("Points").fill("")
    greta.button("Mark as done").click()
    expect(page.locator(".fault:visible")).to_have_text("Give points from 0 to 10.")
    page.get_by_label("Points").fill("9")
    choose(greta, "complete", "Mark as done")
    expect(state).to_contain_text("Done, with 9 of 10.")

    page.goto(f"/tasks/{task}")
    # It opens to be read, and each fact stands there once.
    expect(page.get_by_label("Title")).to_have_count(0)
    expect(page.locator(".task-facts dt")).to_have_text(["Due", "Points", "Teacher"])
    greta.button("Edit").click()
    for label, reason in (("Maximum points", "Work is marked already"), ("Opens", "It is open already.")):
        expect(page.get_by_label(label)).to_be_disabled()
        expect(page.get_by_text(reason)).to_be_visible()
    page.get_by_role("checkbox", name="Keep sheet.txt").uncheck()
    page.get_by_label("Files").set_input_files([file("second.txt", "The second sheet.")])
    expect(page.locator(".file[data-state=ready]")).to_have_count(1)
    greta.button("Save").click()
    expect(page.get_by_role("link", name=re.compile("second.txt"))).to_be_visible()
    expect(greta.button("Edit")).to_be_focused()
    expect(mine.get_by_role("link", name=re.compile("second.txt"))).to_be_visible()
    expect(mine.get_by_role("link", name=re.compile("sheet.txt"))).to_have_count(0)
    greta.button("Give it to more students").click()
    page.get_by_role("checkbox", name="tom", exact=True).check()
    greta.button("Give to 1 student").click()
    expect(page.locator("[data-column=todo] [data-card]")).to_have_count(1)
    greta.button("Move tom").click()
    greta.button("Take away from tom").click()
    expect(page.locator("[data-column=todo] [data-card]")).to_have_count(0)
    menu = greta.button("More", page.locator("header.bar"))
    menu.click()
    greta.button("Close task").click()
    confirm(greta, "Close")
    expect(state).to_contain_text("Closed: it can only be read.")
    expect(page.locator("[data-counts]")).to_contain_text("Closed")
    menu.click()
    greta.button("Open again").click()
    expect(state).not_to_contain_text("Closed")
    expect(page.locator("[data-counts]")).not_to_contain_text("Closed")
    # It has been worked on, and can't be deleted any more.
    menu.click()
    expect(greta.button("Delete task")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".menu")).to_contain_text("Students have begun, so it can’t be deleted.")
    page.keyboard.press("Escape")
    sia.end()
    greta.end()


def a_stale_page_is_refused_in_words(site, browser):
    """What another side did meanwhile is said in a sentence, and every word is kept."""
    site.account("bob.s", "student", teacher="greta")
    one = assignment(site, "Done meanwhile", "bob.s")
    pupil = visit_of(site, browser, "bob.s", f"/assignments/{one}")
    page = pupil.page
    page.get_by_label("Your text").fill("Not to be lost.")
    pupil.hears_nothing()
    perform(site, one, "complete", by="greta")
    choose(pupil, "submit", "Hand in")
    expect(page.locator(".assignment-side")).to_contain_text("doesn’t allow this action")
    expect(page.get_by_label("Your text")).to_have_value("Not to be lost.")
    expect(page.locator("main [data-assignment]")).to_have_attribute("data-state", "done")
    expect(page.locator("[data-action=submit]")).to_have_count(0)
    pupil.end(("409",))


def a_large_board_by_keyboard(site, browser):
    """30 students and 40 tasks: arrows walk through the cells, each named by its row and its column and in view; the headings stay; few nodes."""
    site.account("hugo", "teacher")
    pupils = [site.account(f"s{number:02}.b", "student", teacher="hugo") for number in range(30)]
    for number in range(40):
        due = f"2040-01-{number % 28 + 1:02}T{number // 28 + 10:02}:00:00Z"
        site.call("POST", "/tasks", {"title": f"Task {number:02}", "studentIDs": pupils, "dueAt": due}, by="hugo")
    hugo = visit_of(site, browser, "hugo", "/class")
    page, keyboard = hugo.page, hugo.page.keyboard
    expect(page.locator("[data-cell]")).to_have_count(1_200)
    assert page.evaluate("document.querySelectorAll('*').length") <= 9_000 and hugo.fits()
    grid = page.get_by_role("grid")
    expect(grid.get_by_role("columnheader")).to_have_count(41)
    expect(grid.get_by_role("rowheader")).to_have_count(30)
    assert page.locator('.board [tabindex="0"]').count() == 1
    focused = lambda: page.evaluate("""() => { const one = document.activeElement; const box = one.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return [one.getAttribute("aria-label") ?? one.textContent, one.contains(hit)]; }""")
    page.locator('.board [tabindex="0"]').focus()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowRight") if focused()[0] == "s00.b" else None
    titles = [task["title"] for task in site.call("GET", "/board?limit=100", by="hugo")["tasks"]]
    steps = (("ArrowRight", "s00.b", 0), ("ArrowDown", "s01.b", 0), ("End", "s01.b", -1), ("ArrowLeft", "s01.b", -2), ("Control+End", "s29.b", -1),
             ("ArrowUp", "s28.b", -1))
    keyboard.press("Home")
    assert focused() == ["s00.b", True], focused()
    for key, row, column in steps:
        keyboard.press(key)
        assert focused() == [f"{row}, {titles[column]}: To do", True], (key, focused())
    frame = page.locator(".board-scroll").bounding_box()
    for head, edge in ((".board tbody tr:nth-child(29) th", "x"), (".board thead th:last-child", "y")):
        assert abs(page.locator(head).bounding_box()[edge] - frame[edge]) <= 1, head
    keyboard.press("Control+Home")
    assert focused() == [titles[0], True], focused()
    page.set_viewport_size({"width": 390, "height": 844})
    # On a phone it is one list of tasks.
    expect(page.locator("[data-task]")).to_have_count(40)
    expect(page.locator("[data-task]").first).to_contain_text("30 to do")
    assert hugo.fits()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("[data-cell]").first.focus()
    keyboard.press("Enter")
    hugo.shows("assignment")
    # A machine that is busy otherwise refuses a pass over 1,200 assignments at times, and the client asks again.
    hugo.end(("503",))


def a_teacher_extends_excuses_reopens_and_changes(site, browser):
    """What stands in the teacher's menu, and what the student reads of each."""
    site.account("lio.s", "student", teacher="greta")
    due = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)).isoformat()
    one = assignment(site, "Rarely", "lio.s", maxPoints=10, dueAt=due)
    greta, pupil = (visit_of(site, browser, who, f"/assignments/{one}") for who in ("greta", "lio.s"))
    page, state, dialog = greta.page, pupil.page.locator(".state"), greta.page.get_by_role("dialog", name="More time for lio.s")
    last = lambda action: pupil.page.locator(f"[data-entry][data-action={action}]").last
    choose(greta, "extend", "Extend")
    page.keyboard.press("Escape")
    expect(greta.button("More", page.locator("form.marking"))).to_be_focused()
    choose(greta, "extend", "Extend")
    greta.button("Save", dialog).click()
    expect(dialog.locator(".fault:visible")).to_contain_text("Later than the task’s deadline")
    dialog.get_by_label("Until").fill(_local(days=-3))
    greta.button("Save", dialog).click()
    expect(last("extend")).to_contain_text("changed the deadline to")
    choose(greta, "extend", "Extend")
    greta.button("No more time", dialog).click()
    expect(last("extend")).to_contain_text("back to the task’s")
    page.get_by_label("Message").fill("You were ill.")
    choose(greta, "excuse", "Excuse")
    expect(state).to_have_text("Excused: there is nothing to do.")
    expect(last("excuse")).to_contain_text("You were ill.")
    expect(page.get_by_label("Message")).to_have_value("")
    choose(greta, "reopen", "Reopen")
    expect(state).to_have_text("To do.")
    perform(site, one, "submit", by="lio.s", text="Done after all.")
    page.get_by_label("Points").fill("5")
    greta.button("Return").click()
    expect(state).to_contain_text("Returned with 5 of 10.")
    page.get_by_label("Points").fill("6")
    page.get_by_label("Message").fill("I had missed a page.")
    choose(greta, "evaluate", "Change evaluation")
    expect(state).to_contain_text("Returned with 6 of 10.")
    expect(last("evaluate")).to_contain_text("I had missed a page.")
    pupil.end()
    # An early draft is based on a version that is over, and is saved again.
    greta.end(("409 (Conflict)",))


def teachers_and_students_come_and_go(site, browser):
    """The host adds a teacher by username and removes them; a student leaves under You, and is added again on their page and removed."""
    student, _ = site.account("mo.s", "student", teacher="greta"), site.account("petra", "teacher")
    one = assignment(site, "Taught by two", "mo.s")
    task = site.call("GET", f"/assignments/{one}", by="greta")["task"]["id"]
    is_closed = lambda: site.call("GET", f"/assignments/{one}", by="mo.s")["closed"]
    greta, pupil = visit_of(site, browser, "greta", f"/tasks/{task}"), visit_of(site, browser, "mo.s", "/settings#teachers")
    page = greta.page
    section = page.get_by_role("region", name="Teachers")
    greta.button("More", page.locator("header.bar")).click()
    greta.button("Add another teacher").click()
    for name, fault in (("nobody.at.all", "There is nobody of this username."), ("mo.s", re.compile(r"\w"))):
        page.get_by_label("Username").fill(name)
        greta.button("Add teacher").click()
        expect(section.locator(".fault:visible, .form-fault p").first).to_contain_text(fault)
    page.get_by_label("Username").fill("petra")
    greta.button("Add teacher").click()
    petra = visit_of(site, browser, "petra", f"/tasks/{task}")
    expect(petra.page.get_by_text("greta is the host and changes it.").first).to_be_visible()
    expect(petra.button("Edit")).to_have_count(0)
    petra.page.goto("/class")
    expect(petra.page.locator(f'[data-cell="{one}"]')).to_be_visible()
    greta.button("Remove petra").click()
    confirm(greta, "Remove")
    expect(petra.page.locator(f'[data-cell="{one}"]')).to_have_count(0)
    # The last teacher can't leave.
    expect(section.get_by_role("button", name=re.compile("Leave|Remove"))).to_have_count(0)

    # She is called by her given name once a page has had it.
    pupil.page.get_by_role("button", name=re.compile("^Leave greta$", re.I)).click()
    confirm(pupil, "Leave")
    until(is_closed, "a closed assignment")
    page.goto(f"/students/{student}")
    greta.button("Add student").click()
    greta.button("More").click()
    greta.button("Remove student").click()
    confirm(greta, "Remove")
    expect(greta.button("Add student")).to_be_visible()
    page.goto("/class")
    greta.button("Add a student").click()
    greta.button("Add mo.s").click()
    expect(page.locator(f'main a[href="/students/{student}"]')).to_be_visible()
    until(lambda: not is_closed(), "an open assignment")
    # Below the students of the community stands the form of an invite, as People has it.
    sheet = page.get_by_role("dialog", name="Add a student")
    expect(sheet).to_contain_text("For one person, for 14 days, as a student.")
    sheet.get_by_label("Who is it for?").fill("A new pupil")
    greta.button("Copy link", sheet).click()
    expect(sheet).to_contain_text("Send this link to your student.")
    expect(sheet.get_by_label("Link", exact=True)).to_have_value(re.compile("/join#"))
    assert [one["role"] for one in site.call("GET", "/invites", by="greta")["items"] if one.get("note") == "A new pupil"] == ["student"]
    pupil.end()
    petra.end()
    greta.end(("404", "422"))


def a_teacher_walks_from_student_to_student(site, browser):
    """Shows rule 16.36: “Next student” below the form leads through those that wait. What a step means stands below it."""
    site.account("ruth", "teacher")
    names = ("una.s", "vic.s")
    pupils = [site.account(name, "student", teacher="ruth") for name in names]
    task = site.call("POST", "/tasks", {"title": "Scales", "studentIDs": pupils}, by="ruth")["id"]
    ids = [assignment_of(site, task, name, by="ruth") for name in names]
    for one, name in zip(ids, names):
        perform(site, one, "submit", by=name, text=f"From {name}")
    ruth = visit_of(site, browser, "ruth", f"/assignments/{ids[0]}")
    page = ruth.page
    expect(page.locator(".giving")).to_contain_text("can hand in again.")
    expect(page.get_by_text("2 still to mark")).to_be_visible()
    # Points, or the word, come before the message.
    assert page.get_by_label("Word").bounding_box()["y"] < page.get_by_label("Message").bounding_box()["y"]
    page.get_by_role("link", name="Next student").click()
    expect(page.locator("main [data-assignment]")).to_have_attribute("data-assignment", ids[1])
    page.get_by_label("Word").fill("even")
    # On a phone, all of it stays in view below the work, and then what leads on.
    page.set_viewport_size({"width": 390, "height": 640})
    page.evaluate("scrollTo(0, 0)")
    for one in (ruth.button("Return"), ruth.button("Mark as done"), page.get_by_label("Word"), page.get_by_label("Message to")):
        expect(one).to_be_in_viewport()
    ruth.button("Return").click()
    expect(page.get_by_text("1 still to mark")).to_be_visible()
    expect(page.get_by_role("link", name="Next student")).to_be_in_viewport()
    expect(page.locator(".assignment-side")).to_contain_text("una.s waits")
    page.get_by_role("link", name="Next student").click()
    expect(page.locator("main [data-assignment]")).to_have_attribute("data-assignment", ids[0])
    page.get_by_label("Word").fill("even")
    choose(ruth, "complete", "Mark as done")
    expect(page.locator(".work-head .state")).to_contain_text("Done")
    expect(page.get_by_role("link", name=re.compile("Next student"))).to_have_count(0)
    ruth.end()


def a_student_sees_what_is_next(site, browser):
    """Shows rule 16.36: the one that is due next comes first, filters stand behind a button that counts them, from eight tasks on, and there is one next step."""
    site.account("wim.s", "student", teacher="greta")
    due = lambda days: (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).isoformat()
    for title, days in (("Far", 9), ("Near", 1), *((f"Scale {day}", day) for day in range(2, 8))):
        assignment(site, title, "wim.s", dueAt=due(days))
    pupil = visit_of(site, browser, "wim.s", "/class", size=PHONE)
    page, first = pupil.page, pupil.page.locator('[data-group="next"] [data-assignment]')
    expect(first).to_contain_text("Near")
    expect(page.get_by_label("Search")).to_be_hidden()
    pupil.button("Filter").click()
    page.get_by_label("Search").fill("far")
    expect(pupil.button("Filter (1)")).to_be_visible()
    expect(first).to_contain_text("Far")
    page.get_by_label("Search").fill("nothing")
    pupil.button("Show all").click()
    first.click()
    pupil.shows("assignment")
    expect(page.locator("form.marking [data-action]")).to_have_count(1)
    # On a phone it stays in view, and what is written as a message is apart from it.
    expect(pupil.button("Hand in")).to_be_in_viewport()
    expect(page.locator("form.talking").get_by_label("Message to")).to_be_visible()
    expect(page.locator("form.marking")).to_contain_text("You can take it back until it is opened.")
    assert pupil.fits()
    pupil.end()
