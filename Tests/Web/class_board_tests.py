"""Tests of the web client's class: the board of cards, tasks that somebody makes for themselves, and the table of marks."""

import re

from fixtures import assignment, assignment_of, confirm, perform
from playwright.sync_api import expect
from visit import PHONE, visit_of


def cards_move_by_menu_keys_and_drag(site, browser):
    """Shows rule 16.36: a card goes where the rules of the class allow it, and each other column says before the drop why it doesn't."""
    site.account("nell", "teacher")
    names = ("abe.s", "bob.t", "cid.s")
    for name in names:
        site.account(name, "student", teacher="nell")
    one = assignment(site, "Waltz", *names, by="nell")
    task = site.call("GET", f"/assignments/{one}", by="nell")["task"]["id"]
    ids = [assignment_of(site, task, name, by="nell") for name in names]
    for number in (0, 1):
        perform(site, ids[number], "submit", by=names[number], text="Here.")
    nell = visit_of(site, browser, "nell", f"/tasks/{task}")
    page = nell.page
    column = lambda name: page.get_by_role("region", name=name, exact=True)
    card = lambda number: page.locator(f'[data-card="{ids[number]}"]')
    state = lambda number: site.call("GET", f"/assignments/{ids[number]}", by="nell")["state"]
    expect(column("Handed in").locator("[data-card]")).to_have_count(2)
    # The menu says why a card can't go somewhere.
    nell.button("Move abe.s").click()
    expect(nell.button("To “To do”")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".menu")).to_contain_text("What was handed in stays handed in.")
    nell.button("To “Returned”").click()
    confirm(nell, "Return")
    expect(column("Returned").locator("[data-card]")).to_have_count(1)
    assert state(0) == "returned"
    # Shift and an arrow move it to the next column that takes it.
    card(2).get_by_role("link").focus()
    page.keyboard.press("Shift+ArrowRight")
    confirm(nell, "Mark as done")
    expect(column("Done").locator("[data-card]")).to_have_count(1)
    assert state(2) == "done"
    # While a card is dragged, the columns say what a drop there does.
    transfer = page.evaluate_handle("new DataTransfer()")
    card(1).dispatch_event("dragstart", {"dataTransfer": transfer})
    expect(column("To do")).to_have_attribute("data-drop", "no")
    expect(column("To do")).to_contain_text("What was handed in stays handed in.")
    expect(column("Returned")).to_have_attribute("data-drop", "yes")
    card(1).dispatch_event("dragend", {"dataTransfer": transfer})
    expect(column("To do")).not_to_have_attribute("data-drop", "no")
    card(1).drag_to(column("Done"))
    confirm(nell, "Mark as done")
    expect(column("Done").locator("[data-card]")).to_have_count(2)
    assert state(1) == "done"
    page.set_viewport_size({"width": 390, "height": 844})
    assert nell.fits()
    nell.end()


def a_student_makes_tasks_of_their_own(site, browser):
    """Shows rule 16.36: made, changed, done and begun again, moved on the board, and nothing that is for teachers."""
    site.account("own.s", "student", teacher="greta")
    pupil = visit_of(site, browser, "own.s", "/class")
    page = pupil.page
    page.get_by_role("button", name="Task for myself").click()
    pupil.shows("task")
    expect(page.get_by_label("Maximum points")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("You are reminded a day before.")
    page.get_by_label("Title").fill("Buy reeds")
    pupil.button("Create task").click()
    pupil.shows("assignment")
    own = page.url.rsplit("/", 1)[1]
    pupil.button("Edit").click()
    page.get_by_label("Title").fill("Buy two reeds")
    pupil.button("Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Buy two reeds")
    pupil.button("Mark as done").click()
    expect(page.locator(".state")).to_have_text("Done.")
    pupil.button("Back to “To do”").click()
    expect(page.locator(".state")).to_have_text("To do.")
    page.get_by_role("link", name="Back").click()
    pupil.button("Board").click()
    card = page.locator(f'[data-card="{own}"]')
    card.get_by_role("link").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("region", name="Done").locator("[data-card]")).to_have_count(1)
    assert site.call("GET", f"/assignments/{own}", by="own.s")["state"] == "done"
    pupil.end()


def a_class_on_a_phone_has_each_student_once(site, browser):
    """Shows rule 16.36: what waits for a review comes first, then who is late, and who hasn't begun; each name leads to what there is to do."""
    site.account("kim", "teacher")
    names = ("abe.k", "bob.k", "cid.k")
    ids = [site.account(name, "student", teacher="kim") for name in (*names, "dan.k")]
    one = assignment(site, "Waltz", *names[:2], by="kim")
    late = assignment(site, "Etude", names[2], by="kim", dueAt="2026-01-01T18:00:00Z")
    task = site.call("GET", f"/assignments/{one}", by="kim")["task"]["id"]
    handed_in = assignment_of(site, task, names[1], by="kim")
    perform(site, handed_in, "submit", by=names[1], text="Here.")
    kim = visit_of(site, browser, "kim", "/class", size=PHONE)
    page = kim.page
    group = lambda name: page.get_by_role("region", name=name, exact=True)
    link = lambda name, within: group(within).get_by_role("link", name=re.compile(name))
    # Whose work is reviewed next has a card of its own above the list.
    review = page.locator("[data-review]")
    expect(review).to_contain_text("bob.k")
    expect(review.get_by_role("link", name="Review")).to_have_attribute("href", f"/assignments/{handed_in}")
    expect(group("To review")).to_have_count(0)
    expect(page.get_by_role("heading", name="Other students")).to_be_visible()
    expect(link("cid.k.*Etude", "Late")).to_have_attribute("href", f"/students/{ids[2]}")
    expect(link("abe.k", "Not begun")).to_have_attribute("href", f"/students/{ids[0]}")
    expect(link("dan.k", "No task yet")).to_have_attribute("href", f"/students/{ids[3]}")
    for name in (*names, "dan.k"):
        expect(page.locator("main").get_by_text(name, exact=True)).to_have_count(1)
    assert kim.fits()
    # What the colours of a task's bar mean stands below it.
    expect(page.locator(f'[data-task="{task}"]').get_by_text("1 handed in")).to_be_visible()
    # In a wide window the table has them, in the same groups.
    groups = page.locator("[data-need] > .class-head").all_inner_texts()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("grid").get_by_role("rowheader")).to_have_count(4)
    for name in (*names, "dan.k"):
        expect(page.get_by_role("grid").get_by_role("link", name=name, exact=True)).to_have_count(1)
    # Each of the groups has one student: the row says it in place of a heading.
    expect(page.get_by_role("grid").get_by_role("heading")).to_have_count(0)
    expect(page.locator(".board-need")).to_have_text(["To review", *(group.removesuffix(" (1)") for group in groups)])
    assert groups == ["Late (1)", "Not begun (1)", "No task yet (1)"], groups
    assert page.get_by_role("grid").locator(f'[data-late][href="/assignments/{late}"]').count() == 1
    kim.end()


def marks_are_saved_as_a_table(site, browser):
    """Shows rule 11.56 on a page: the file has the marks of the teacher's tasks."""
    site.account("mark.s", "student", teacher="greta")
    one = assignment(site, "=Scales", "mark.s", maxPoints=10)
    perform(site, one, "complete", by="greta", points=9)
    greta = visit_of(site, browser, "greta", "/class")
    greta.button("Export marks").click()
    with greta.page.expect_download() as saved:
        greta.page.get_by_role("link", name="Save as CSV").click()
    assert saved.value.suggested_filename == "marks.csv"
    assert "\"'=Scales\"" in saved.value.path().read_text()
    greta.end()
