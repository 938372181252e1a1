"""The pages and states of the web client's class, for pictures.py: greta's, who teaches, and ida's, her student."""

import re

from fixtures import answer, assignment_of, file, refuse
from playwright.sync_api import expect

SALTARELLO = "50fb0000-0000-4000-8000-000000000002"
RECITAL = "50fb0000-0000-4000-8000-000000000004"
LONG_TONES = "50fb0000-0000-4000-8000-000000000003"


def board(visit, scene):
    page = visit.page
    visit.opens("/class", "assignments")
    page.locator("[data-cell], [data-task]").locator("visible=true").first.wait_for()
    # When it was handed in comes with the copy.
    expect(page.locator("[data-review]")).to_contain_text("Handed in")
    yield "board"
    visit.button("Add a student").click()
    expect(page.get_by_text("There is no other student")).to_be_visible()
    yield "board-add"
    visit.button("Copy link").click()
    page.get_by_label("Link").wait_for()
    yield "board-invite"
    visit.opens("/class#archived", "assignments")
    yield "archived-tasks"
    student = scene.site.id("ida")
    visit.opens(f"/students/{student}", "students")
    yield "student"


def task(visit, scene):
    visit.opens("/tasks/new", "task")
    visit.page.get_by_role("button", name=re.compile("^Give to")).click()
    yield "task-new"
    visit.opens(f"/tasks/{SALTARELLO}", "task")
    yield "task"
    visit.button("Edit").click()
    visit.page.get_by_role("heading", name="Edit task").wait_for()
    yield "task-edit"
    # Its draft, which no student has begun.
    visit.opens(f"/tasks/{RECITAL}", "task")
    visit.button("More", visit.page.locator("header.bar")).click()
    visit.button("Delete task").click()
    yield "task-delete"


def marking(visit, scene):
    """A teacher's side of an assignment: the draft, its two versions, the menu, the dialogs."""
    page = visit.page
    visit.opens(f"/assignments/{assignment_of(scene.site, SALTARELLO, 'finn')}", "assignment")
    expect(page.get_by_label("Points")).to_have_value("8.5")
    yield "marking"
    visit.button("More", page.locator("form.marking")).click()
    yield "marking-menu"
    visit.button("Extend").click()
    yield "marking-extend"
    page.keyboard.press("Escape")
    page.get_by_label("Points").fill("11")
    expect(page.locator(".fault:visible")).to_have_text("At most 10.")
    yield "marking-fault"
    page.get_by_label("Points").fill("8.5")
    visit.button("Mark as done").click()
    yield "marking-done"
    page.keyboard.press("Escape")
    page.route("**/draft", lambda route: refuse(route, 409, "assignment_changed", "Somebody has changed the assignment meanwhile."))
    page.route("**/v1/assignments/*", lambda route: answer(route, 200, {
        **scene.site.call("GET", "/assignments/" + route.request.url.rsplit("/", 1)[1], by="greta"), "draft": {"points": 4, "text": "Another teacher's words."}}))
    page.get_by_label("Message").fill("My own words, which took a while.")
    expect(page.get_by_role("group", name="Two versions")).to_contain_text("Another teacher's words.")
    expect(visit.button("Return")).to_be_disabled()
    yield "marking-versions"
    page.unroute("**/draft")
    page.unroute("**/v1/assignments/*")
    visit.button("Use theirs").click()
    visit.opens(f"/assignments/{assignment_of(scene.site, SALTARELLO, 'jon')}", "assignment")
    yield "marking-begun"


def pupil(visit, scene):
    """A student's side: the list, and a hand-in with files, late, with refusals and offline."""
    page = visit.page
    visit.opens("/class", "assignments")
    yield "own"
    # Filters come with the eighth task.
    own = [scene.site.call("POST", "/own-tasks", {"title": f"Scale {number}"}, by="ida")["id"] for number in range(8)]
    visit.button("Filter").click()
    page.get_by_label("Search").fill("nothing like it")
    yield "own-nothing"
    for one in own:
        scene.site.call("DELETE", f"/own-tasks/{one}", by="ida")
    visit.opens("/class#archived", "assignments")
    yield "own-archived"
    visit.opens(f"/assignments/{assignment_of(scene.site, SALTARELLO, 'ida')}", "assignment")
    yield "returned"
    visit.opens(f"/assignments/{assignment_of(scene.site, LONG_TONES, 'ida')}", "assignment")
    page.route("**/v1/files/*", lambda route: refuse(route, 409, "storage_full", "The community's storage is full.") if "full" in route.request.url else None)
    page.get_by_label("Files").set_input_files([file(name, "x" * 70_000) for name in ("full.txt", "a very long name of a file that goes on.txt")])
    expect(page.locator("[data-file][data-state=failed]")).to_be_visible()
    yield "files"
    for name in ("Remove full.txt", "Cancel a very long name of a file that goes on.txt"):
        visit.button(name).click()
    page.get_by_label("Your text").fill("Here it is, at last.")
    visit.button("Hand in").click()
    yield "hand-in"
    page.keyboard.press("Escape")
    visit.cut()
    expect(page.get_by_text("Hand in when you’re back.")).to_be_visible()
    yield "offline"
    page.unroute("**/v1/files/*")
    visit.mend()
    expect(page.get_by_text("Hand in when you’re back.")).to_be_hidden()
    page.get_by_label("Your text").fill("")
    visit.opens("/assignments/00000000-0000-4000-8000-000000000000", "assignment", "error")
    yield "missing"


SIGNED_IN = {"greta": (board, task, marking), "ida": (pupil,)}
