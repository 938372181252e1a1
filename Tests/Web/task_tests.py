"""Tests of a task in the web client: its files, teachers, students and end, the rarer actions of a teacher, and large boards."""

import datetime
import hashlib
import re
import time

from client import CALL
from lessons import LIVE, assignment_of, choose, finish, new_student, new_task, new_teacher, perform, visit_of
from playwright.sync_api import expect
from visit import Visit, until

# Dispatches an event as the browser does for files that are dropped or pasted. Gives whether the page has taken it.
HAND_OVER = """([selector, kind, files]) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) transfer.items.add(new File([text], name, { type: "text/plain" }));
    if (files.length === 0) transfer.setData("text/plain", "only text");
    const shared = { bubbles: true, cancelable: true };
    const event = kind === "paste" ? new ClipboardEvent(kind, { ...shared, clipboardData: transfer }) : new DragEvent(kind, { ...shared, dataTransfer: transfer });
    return !document.querySelector(selector).dispatchEvent(event);
}"""


def _hand_over(visit, kind, *files, into="form.marking textarea"):
    return visit.page.evaluate(HAND_OVER, [into, kind, files])


def _local(**ago):
    return (datetime.datetime.now() - datetime.timedelta(**ago)).strftime("%Y-%m-%dT%H:%M")


def a_teacher_extends_excuses_reopens_and_changes(site, browser):
    """What stands in the teacher's menu, and what the student reads of each."""
    student = new_student(site, "lio.s")
    due = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)).isoformat()
    one = assignment_of(site, new_task(site, "Rarely", [student], maxPoints=10, dueAt=due))["id"]
    greta, pupil = (visit_of(site, browser, who, f"/assignments/{one}") for who in ("greta", "lio.s"))
    page, state = greta.page, pupil.page.locator(".state")
    now = lambda: site.call("GET", f"/assignments/{one}", by="greta")
    assert now()["missing"]

    choose(greta, "extend")
    page.keyboard.press("Escape")
    expect(greta.button("More", page.locator("form.marking"))).to_be_focused()
    choose(greta, "extend")
    dialog = page.get_by_role("dialog", name="More time for lio.s")
    greta.button("Save", dialog).click()
    expect(dialog.locator(".fault:visible")).to_contain_text("Later than the task's deadline")
    dialog.get_by_label("Until").fill(_local(days=-3))
    greta.button("Save", dialog).click()
    expect(pupil.page.locator("main")).to_contain_text("more time until")
    expect(pupil.page.locator("[data-entry][data-action=extend]")).to_contain_text("changed the deadline to")
    assert not now()["missing"] and "extendedTo" in now()
    choose(greta, "extend")
    greta.button("No more time", dialog).click()
    expect(pupil.page.locator("[data-entry][data-action=extend]").last).to_contain_text("back to the task's")
    assert now()["missing"] and "extendedTo" not in now()

    page.get_by_label("Message").fill("You were ill.")
    choose(greta, "excuse")
    expect(state).to_have_text("Excused: there is nothing to do.")
    expect(pupil.page.locator("[data-entry][data-action=excuse]")).to_contain_text("You were ill.")
    expect(page.get_by_label("Message")).to_have_value("")
    choose(greta, "reopen")
    expect(state).to_have_text("Not begun yet.")

    perform(site, one, "submit", by="lio.s", text="Done after all.")
    expect(page.locator("[data-action=return]:is(button)")).to_be_visible()
    page.get_by_label("Points").fill("5")
    greta.button("Return").click()
    expect(state).to_contain_text("Returned with 5 of 10.")
    page.get_by_label("Points").fill("6")
    page.get_by_label("Message").fill("I had missed a page.")
    choose(greta, "evaluate")
    expect(state).to_contain_text("Returned with 6 of 10.")
    expect(pupil.page.locator("[data-entry][data-action=evaluate]")).to_contain_text("I had missed a page.")
    # An early draft is based on a version that is over, and is saved again.
    finish(greta, pupil, but=("409 (Conflict)",))


def a_teacher_finds_the_queue_and_the_draft_at_once(site, browser):
    """On a first visit, before the copy is whole: what is to be reviewed, that the points are only a draft, and when it was due."""
    new_teacher(site, "ute")
    student = new_student(site, "sol.s", "ute")
    task = new_task(site, "Waiting", [student], by="ute", maxPoints=10, dueAt="2026-01-05T10:00:00Z")
    one = assignment_of(site, task, by="ute")["id"]
    pupil = visit_of(site, browser, "sol.s", f"/assignments/{one}")
    expect(pupil.page.locator("main")).to_contain_text(re.compile(r"Due .*5 Jan.* days late"))
    perform(site, one, "submit", by="sol.s", text="Please.")
    site.call("PUT", f"/assignments/{one}/draft", {"version": site.call("GET", f"/assignments/{one}", by="ute")["version"], "points": 7}, by="ute")
    visit = Visit(browser, site.url, service_workers="block")
    page = visit.page
    page.route(LIVE, lambda route: None)
    visit.context.add_cookies([{"name": f"davenport-{site.port}", "value": site.token("ute"), "url": site.url, "httpOnly": True, "sameSite": "Strict"}])
    page.goto("/")
    visit.shows("enter")
    page.evaluate(CALL, ["session", "adopt", [page.evaluate(CALL, ["api", "call", ["showMe"]])["result"]]])
    page.goto("/class")
    page.get_by_role("link", name="To review (1)", exact=True).click()
    visit.shows("assignment")
    expect(page.get_by_label("Points")).to_have_value("7")
    expect(page.locator("[data-draft=saved]")).to_have_text("Draft saved. No student sees it.")
    visit.button("Mark as done").click()
    expect(page.get_by_role("dialog")).to_contain_text("will read 7 of 10.")
    visit.context.close()
    finish(pupil)


def co_teachers_come_and_go(site, browser):
    """The host adds a teacher by username and removes them; another one leaves."""
    student, _, _ = new_student(site, "mo.s"), new_teacher(site, "petra"), new_teacher(site, "quin")
    task = new_task(site, "Taught by three", [student])
    greta = visit_of(site, browser, "greta", f"/tasks/{task['id']}")
    page = greta.page
    section = page.get_by_role("region", name="Teachers")
    for name, fault in (("nobody.at.all", "There is nobody of this username."), ("mo.s", "")):
        page.get_by_label("Username").fill(name)
        greta.button("Add teacher").click()
        expect(section.locator(".fault:visible, .form-fault p").first).to_contain_text(fault or re.compile(r"\w"))
    for name in ("petra", "quin"):
        page.get_by_label("Username").fill(name)
        greta.button("Add teacher").click()
        expect(section.get_by_role("listitem").filter(has_text=name)).to_be_visible()
        expect(page.get_by_label("Username")).to_have_value("")
    petra, quin = visit_of(site, browser, "petra"), visit_of(site, browser, "quin", f"/tasks/{task['id']}")
    one = assignment_of(site, task)["id"]
    expect(petra.page.locator(f'[data-cell="{one}"]')).to_be_visible()
    greta.button("Remove petra").click()
    greta.button("Remove", page.get_by_role("dialog")).click()
    expect(section.get_by_role("listitem").filter(has_text="petra")).to_have_count(0)
    expect(petra.page.locator(f'[data-cell="{one}"]')).to_have_count(0)
    petra.page.goto(f"/tasks/{task['id']}")
    expect(petra.page.get_by_text("There is no such task, or you don't teach it.")).to_be_visible()
    quin.button("Leave quin").click()
    quin.button("Leave", quin.page.get_by_role("dialog")).click()
    quin.shows("assignments", "empty")
    assert [one["user"]["username"] for one in site.call("GET", f"/tasks/{task['id']}", by="greta")["teachers"]] == ["greta"]
    # The last teacher can't leave.
    expect(section.get_by_role("button", name=re.compile("Leave|Remove"))).to_have_count(0)
    finish(greta, petra, quin, but=("404", "422"))


def files_are_dropped_pasted_and_sent_again(site, browser):
    """Text that is pasted stays text. A file that has failed goes up again under its id; what is too large or empty says so."""
    student = new_student(site, "nell.s")
    one = assignment_of(site, new_task(site, "Dropped", [student]))["id"]
    pupil = visit_of(site, browser, "nell.s", f"/assignments/{one}")
    page, files = pupil.page, pupil.page.locator("[data-file]")
    assert not _hand_over(pupil, "paste") and not _hand_over(pupil, "drop")
    expect(files).to_have_count(0)
    assert _hand_over(pupil, "dragover", ("a.txt", "a")) and _hand_over(pupil, "drop", ("a.txt", "Dropped."), ("b.txt", "Dropped with it."))
    expect(files.and_(page.locator("[data-state=ready]"))).to_have_count(2)
    asked = []
    page.route("**/v1/files/*", lambda route: asked.append(route.request.url) or route.abort() if route.request.method == "PUT" else route.continue_())
    assert _hand_over(pupil, "paste", ("c.txt", "Pasted."))
    expect(page.locator("[data-file][data-state=failed]")).to_contain_text("c.txt")
    pupil.button("Hand in").click()
    expect(page.locator("form.marking")).to_contain_text("A file has failed: send it again or remove it.")
    page.unroute("**/v1/files/*")
    page.on("request", lambda request: asked.append(request.url) if request.method == "PUT" and "/files/" in request.url else None)
    pupil.button("Retry c.txt").click()
    expect(files.and_(page.locator("[data-state=ready]"))).to_have_count(3)
    assert len(asked) == 2 and asked[0] == asked[1], asked
    _hand_over(pupil, "drop", ("empty.txt", ""))
    expect(page.locator("[data-file][data-state=failed]")).to_contain_text("It is empty.")
    expect(pupil.button("Retry empty.txt")).to_have_count(0)
    pupil.button("Remove empty.txt").click()
    expect(pupil.button("Add files")).to_be_focused()
    pupil.button("Remove b.txt").click()
    _hand_over(pupil, "drop", *((f"{number}.txt", f"Number {number}.") for number in range(9)))
    expect(page.locator("form.marking")).to_contain_text("At most 10 files. The others weren't added.")
    expect(files.and_(page.locator("[data-state=ready]"))).to_have_count(10)
    choose(pupil, "submit")
    expect(page.locator(".state")).to_contain_text("Handed in")
    sent = site.call("GET", f"/assignments/{one}/entries", by="greta")["items"][-1]["files"]
    wanted = ["Dropped.", "Pasted.", *(f"Number {number}." for number in range(8))]
    assert [file["sha256"] for file in sent] == [hashlib.sha256(text.encode()).hexdigest() for text in wanted]
    finish(pupil, but=("ERR_FAILED",))


def a_task_with_files_closes_opens_and_goes(site, browser):
    """From its files to its end, as the host clicks it and as the student reads it."""
    new_student(site, "oz.s")
    new_student(site, "pia.s")
    greta = visit_of(site, browser, "greta", "/tasks/new")
    page = greta.page
    page.get_by_label("Title").fill("With a sheet")
    assert _hand_over(greta, "drop", ("sheet.txt", "The first sheet."), into="main form")
    expect(page.locator("[data-file][data-state=ready]")).to_have_count(1)
    page.get_by_role("checkbox", name="oz.s", exact=True).check()
    greta.button("Create task").click()
    expect(page.locator("[data-counts]")).to_have_text("1 to do")
    task = {"id": page.url.rsplit("/", 1)[1]}
    one = assignment_of(site, task)["id"]
    pupil = visit_of(site, browser, "oz.s", f"/assignments/{one}")
    with pupil.page.expect_download() as saved:
        pupil.page.get_by_role("link", name=re.compile("sheet.txt")).click()
    assert saved.value.suggested_filename == "sheet.txt"
    page.get_by_role("checkbox", name="Keep sheet.txt").uncheck()
    page.get_by_label("Files").set_input_files([{"name": "second.txt", "mimeType": "text/plain", "buffer": b"The second sheet."}])
    expect(page.locator(".file[data-state=ready]")).to_have_count(1)
    greta.button("Save").click()
    expect(page.get_by_role("checkbox", name="Keep second.txt")).to_be_checked()
    expect(pupil.page.get_by_role("link", name=re.compile("second.txt"))).to_be_visible()
    expect(pupil.page.get_by_role("link", name=re.compile("sheet.txt"))).to_have_count(0)

    expect(page.get_by_role("region", name="The task")).to_contain_text("Saved.")

    greta.button("Give it to more students").click()
    page.get_by_role("checkbox", name="pia.s", exact=True).check()
    greta.button("Assign").click()
    expect(page.locator("[data-counts]")).to_have_text("2 to do")
    page.get_by_text("Take it away from a student").click()
    greta.button("Take away from pia.s").click()
    expect(page.locator("[data-counts]")).to_have_text("1 to do")

    greta.button("Close").click()
    greta.button("Close", page.get_by_role("dialog")).click()
    expect(page.locator("[data-counts]")).to_contain_text("Closed")
    expect(pupil.page.locator(".state")).to_contain_text("Closed: it can only be read.")
    greta.button("Open again").click()
    expect(pupil.page.locator(".state")).to_have_text("Not begun yet.")
    expect(pupil.button("Hand in")).to_be_visible()
    greta.button("Delete task").click()
    greta.button("Cancel", page.get_by_role("dialog")).click()
    expect(greta.button("Delete task")).to_be_focused()
    greta.button("Delete task").click()
    greta.button("Delete", page.get_by_role("dialog")).click()
    expect(page.locator("main[data-screen=assignments]")).to_be_visible()
    expect(page.locator(f'[data-cell="{one}"]')).to_have_count(0)
    expect(pupil.page.get_by_text("There is no such task, or it isn't yours.")).to_be_visible()
    until(lambda: one not in pupil.readable(), "nothing of the assignment")
    finish(greta, pupil, but=("404",))


def a_half_filled_date_is_refused(site, browser):
    """A year has four digits. A date that lacks a part says so at its field. Without a student, the page says that it makes a draft."""
    student = new_student(site, "ria.s")
    greta = visit_of(site, browser, "greta", "/tasks/new")
    page = greta.page
    draft = page.get_by_text("No student is chosen")
    expect(draft).to_be_visible()
    page.get_by_role("checkbox", name="ria.s", exact=True).check()
    expect(draft).to_have_count(0)
    page.get_by_role("checkbox", name="ria.s", exact=True).uncheck()
    page.get_by_label("Title").fill("Dated")
    due = page.get_by_label("Due")
    due.focus()
    page.keyboard.type("12")
    greta.button("Create task").click()
    expect(page.locator(".fault:visible")).to_have_text("Fill in the whole date and time.")
    expect(due).to_be_focused()
    due.evaluate("one => { one.value = ''; }")
    due.fill("2040-03-01T18:00")
    assert due.get_attribute("max").startswith("9999-")
    greta.button("Create task").click()
    expect(page.locator("[data-counts]")).to_have_text("A draft: no student has it yet.")
    expect(greta.button("Give it to students")).to_be_visible()
    assert student
    finish(greta)


def a_student_is_added_and_removed(site, browser):
    """From the class: somebody of the community is found and added; on their page, removed. Their assignment closes and opens."""
    student = new_student(site, "rex.s")
    one = assignment_of(site, new_task(site, "Removed", [student]))["id"]
    greta = visit_of(site, browser, "greta", f"/students/{student}")
    greta.button("Remove student").click()
    greta.button("Remove", greta.page.get_by_role("dialog")).click()
    expect(greta.button("Add student")).to_be_visible()
    assert site.call("GET", f"/assignments/{one}", by="rex.s")["closed"]
    greta.page.goto("/class")
    greta.button("Add a student").click()
    greta.button("Add rex.s").click()
    expect(greta.page.locator(f'main a[href="/students/{student}"].person')).to_be_visible()
    until(lambda: not site.call("GET", f"/assignments/{one}", by="rex.s")["closed"], "an open assignment")
    finish(greta)


def boards_of_a_hundred(site, browser):
    """100 tasks of four students, and four tasks of 100 students: a board scrolls inside itself and follows the keys."""
    new_teacher(site, "wide")
    new_teacher(site, "high")
    pupils = [new_student(site, f"h{number:02}.b", "high") for number in range(100)]
    for pupil in pupils[:4]:
        site.call("PUT", f"/students/{pupil}", by="wide")
    for number in range(100):
        new_task(site, f"Wide {number:02}", pupils[:4], by="wide", dueAt=f"2041-{number // 28 + 1:02}-{number % 28 + 1:02}T10:00:00Z")
    for number in range(4):
        new_task(site, f"High {number}", pupils, by="high", dueAt=f"2041-01-0{number + 1}T10:00:00Z")
    for who, key, last, edge in (("wide", "ArrowRight", "h00.b, Wide 99: To do", "left"), ("high", "ArrowDown", "h99.b, High 0: To do", "top")):
        visit = visit_of(site, browser, who)
        page = visit.page
        expect(page.locator("[data-cell]")).to_have_count(400)
        assert visit.fits()
        page.locator("[data-cell]").first.focus()
        began = time.monotonic()
        for _ in range(99):
            page.keyboard.press(key)
        print(f"        {who}: {(time.monotonic() - began) * 10:.0f} ms a key")
        focused = page.locator(":focus")
        expect(focused).to_have_attribute("aria-label", last)
        expect(focused).to_be_in_viewport(ratio=1)
        # The heading of the row or the column stays where it is read.
        head = page.locator(".board tbody tr:first-child th" if who == "wide" else ".board thead th:nth-child(2)")
        box, frame = head.bounding_box(), page.locator(".board-scroll").bounding_box()
        assert abs(box["x" if edge == "left" else "y"] - frame["x" if edge == "left" else "y"]) <= 1, (box, frame)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator(".board-line")).to_have_count(400)
        assert visit.fits()
        finish(visit, but=("503",))
