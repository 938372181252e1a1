"""What the tests of the web client's class begin with: students, teachers, tasks, and their pages."""

from client import CALL
from playwright.sync_api import expect
from visit import DESKTOP, Visit, until

LABELS = {"submit": "Hand in", "message": "Send message", "start": "Start", "takeBack": "Take back", "return": "Return", "complete": "Mark as done",
          "evaluate": "Change evaluation", "excuse": "Excuse", "reopen": "Reopen", "extend": "Extend"}
STATES = ("todo", "inProgress", "submitted", "returned", "done", "excused")
LIVE = "**/v1/changes*"


def new_student(site, name, teacher="greta"):
    """A new student of a teacher."""
    site.run("user", "create", "--tenant", "sofa", "--email", f"{name}@example.org", "--username", name, "--role", "student", "--password-stdin", typed="popcorn-and-sofa")
    found = site.call("GET", "/me", by=name)["id"]
    site.call("PUT", f"/students/{found}", by=teacher)
    return found


def new_teacher(site, name):
    site.run("user", "create", "--tenant", "sofa", "--email", f"{name}@example.org", "--username", name, "--role", "teacher", "--birthday", "1980-01-01", "--password-stdin",
             typed="popcorn-and-sofa")
    return site.call("GET", "/me", by=name)["id"]


def new_task(site, title, students, by="greta", **fields):
    return site.call("POST", "/tasks", {"title": title, "studentIDs": students, **fields}, by=by)


def assignment_of(site, task, student=None, by="greta"):
    items = site.call("GET", f"/tasks/{task['id']}/assignments", by=by)["items"]
    return next(one for one in items if student is None or one["student"]["id"] == student)


def perform(site, assignment, action, by, **fields):
    """Performs an action by the API. An evaluation rests on the present version."""
    version = site.call("GET", f"/assignments/{assignment}", by=by).get("version")
    carried = {"version": version} if action in ("return", "complete", "evaluate") else {}
    return site.call("POST", f"/assignments/{assignment}/entries", {"action": action, **carried, **fields}, by=by)


def read_all(site, assignment, by):
    last = site.call("GET", f"/assignments/{assignment}/entries?limit=500", by=by)["items"][-1]["id"]
    site.call("PUT", f"/assignments/{assignment}/read", {"entryID": last}, by=by)


def visit_of(site, browser, who, path="/class", size=DESKTOP, **options):
    """Somebody's page. Without a service worker, routes see every request."""
    visit = Visit(browser, site.url, size, service_workers="block", **options)
    visit.page.on("response", lambda answer: visit.faults.append(f"{answer.status} of {answer.url}") if answer.status >= 500 else None)
    visit.context.add_cookies([{"name": f"davenport-{site.port}", "value": site.token(who), "url": site.url, "httpOnly": True, "sameSite": "Strict"}])
    visit.page.goto("/")
    visit.shows("enter")
    visit.page.evaluate(CALL, ["session", "adopt", [visit.page.evaluate(CALL, ["api", "call", ["showMe"]])["result"]]])
    until(lambda: visit.page.evaluate(CALL, ["replica", "isWhole", []])["result"], "a copy that is whole", 180)
    visit.page.goto(path)
    expect(visit.page.locator("main:is([data-state=ready], [data-state=empty])")).to_be_visible()
    return visit


def finish(*visits, but=()):
    """Ends visits. The browser's lines about refused requests, which a test has provoked, are no faults; nor is the blocked service worker."""
    for visit in visits:
        visit.end(("Service Worker registration blocked", *but))


def offered(page):
    """The actions that a page offers, as buttons and in its menu."""
    return set(page.evaluate("""() => [...document.querySelectorAll("form.marking:not([hidden]) [data-action]")].map((one) => one.dataset.action)
        .concat(...[...document.querySelectorAll("form.marking:not([hidden]) [data-more]")].map((one) => one.dataset.more.split(" ")))"""))


def choose(visit, action):
    """Performs an action as a person does: by its button or by the menu."""
    direct = visit.page.locator(f"[data-action={action}]:is(button)")
    if direct.count():
        direct.click()
    else:
        visit.page.locator("form.marking [data-more]").click()
        visit.button(LABELS[action]).click()
    if action in ("submit", "complete"):
        visit.button(LABELS[action], visit.page.get_by_role("dialog")).click()
