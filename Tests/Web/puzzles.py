"""Puzzles in the web client's tests: words that can be played, and pages in which people play them by mouse, touch, keys and names."""

import re

from playwright.sync_api import expect
from visit import DESKTOP, Visit, until

from tools.cube import Game

SIDES = ("left", "right", "top")


def begun(site, browser, mode="untimed", by="ada", size=DESKTOP, **options):
    """A visit to a new challenge that has just begun, and the play by the API."""
    challenge = site.call("POST", "/challenges", {"mode": mode}, by=by)["id"]
    visit = Visit(browser, site, size, **options).share(by)
    visit.opens(f"/challenges/{challenge}", "challenge")
    button = visit.button("Start")
    expect(button).to_be_enabled()
    button.click()
    visit.button("Play word").wait_for()
    mine = site.call("GET", f"/challenges/{challenge}", by=by)["mine"]
    return visit, site.call("GET", f"/plays/{mine['playID']}", by=by)


def by_mouse(visit, path):
    for face in path:
        flat_unless_hit(visit, face)
        # Not `click`: after the page has scrolled, it may look for a face of the cube somewhere else than the face is.
        visit.page.mouse.click(*middle(visit, face))
    visit.button("Play word").click()


def by_touch(visit, path):
    for face in path:
        flat_unless_hit(visit, face)
        visit.page.locator(f"[data-face='{face}']").tap()
    visit.button("Play word").tap()


def by_keys(visit, path):
    """Tab reaches the cube, arrows walk, Space takes a face, and Enter plays the word."""
    page = visit.page
    tab_to(page, "document.activeElement?.matches('.face')")
    for face in path:
        for key in way_to(page, face):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.face") == str(face)
        page.keyboard.press("Space")
    page.keyboard.press("Enter")


def by_tree(visit, path):
    """Finds each face by its name in the accessibility tree, as screen readers do, and presses it."""
    session = visit.context.new_cdp_session(visit.page)
    for face in path:
        node = faces_of_tree(session)[face]
        press(session, node)
    press(session, tree(session, "button", "Play word")[0])
    until(lambda: re.search(r"^\w+, \d+ points\. (Nothing|One face|\d+ faces) opened\.", visit.page.locator("#status").inner_text()), "an announcement")


def spell(visit, play, made, rng):
    """Plays a word by the mouse, after these moves. Returns its faces."""
    path = some_path(play["letters"], made, rng)
    count = visit.page.locator(".played li").count()
    by_mouse(visit, path)
    expect(visit.page.locator(".played li")).to_have_count(count + 1)
    return path


def middle(visit, face):
    """The point in the middle of a face, in the window."""
    return visit.page.evaluate("""(face) => {
        const { x, y, width, height } = document.querySelector(`[data-face="${face}"]`).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    }""", face)


def flat_unless_hit(visit, face):
    """Lays the cube flat where another face hides the middle of this one."""
    is_hit = visit.page.evaluate("""(face) => {
        const node = document.querySelector(`[data-face="${face}"]`);
        node.scrollIntoView({ block: "center" });
        const { x, y, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }""", face)
    if not is_hit and visit.page.locator(".cube[data-flat]").count() == 0:
        visit.button("Unfold").click()
        expect(visit.page.locator(".cube[data-flat]")).to_be_visible()


def tab_to(page, condition):
    for _ in range(80):
        if page.evaluate(condition):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab doesn't reach it: {condition}")


def way_to(page, face):
    """The arrows from the focused face to another one."""
    return page.evaluate("""async (target) => {
        const main = document.querySelector('script[type=module]').src;
        const { neighbour } = await import(new URL("parts/play/cube.js", main).href);
        const open = [...document.querySelectorAll("[data-face]")].map((node) => Number(node.dataset.face)).sort((a, b) => a - b);
        const keys = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        const ways = new Map([[Number(document.activeElement.dataset.face), []]]);
        for (const [face, way] of ways) {
            if (face === target) return way;
            for (const [key, direction] of Object.entries(keys)) {
                const next = neighbour(open, face, direction);
                if (next !== undefined && !ways.has(next)) ways.set(next, [...way, key]);
            }
        }
        throw new Error(`No way to ${target}`);
    }""", face)


def tree(session, role, name=None):
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") == role and name in (None, node["name"]["value"])]


def faces_of_tree(session):
    """Each open face's node, by the number that follows from its name and description."""
    found = {}
    for node in tree(session, "button"):
        named = re.fullmatch(r"\w+, (left|right|top), row (\d), column (\d)", node["name"]["value"])
        if not named:
            continue
        axis, row, column = SIDES.index(named[1]), int(named[2]) - 1, int(named[3]) - 1
        depth = re.search(r"(\d) behind the surface", node.get("description", {}).get("value", ""))
        deep = 2 - (int(depth[1]) if depth else 0)
        x, y, z = ((deep, column, 2 - row), (2 - column, deep, 2 - row), (row, column, deep))[axis]
        found[3 * (9 * x + 3 * y + z) + axis] = node
    return found


def press(session, node):
    remote = session.send("DOM.resolveNode", {"backendNodeId": node["backendDOMNodeId"]})["object"]["objectId"]
    session.send("Runtime.callFunctionOn", {"objectId": remote, "functionDeclaration": "function () { this.click(); }"})


def chosen_faces(visit):
    return visit.page.evaluate("""[...document.querySelectorAll(".face[aria-pressed=true]")].sort((a, b) => a.dataset.order - b.dataset.order)
        .map((node) => Number(node.dataset.face))""")


def some_path(letters, made, rng):
    """The faces of some word that can be played after these moves, each as the API has it or as a list of faces."""
    found = Game(letters, (move if isinstance(move, dict) else {"faces": move} for move in made)).word(rng)
    assert found, "no word is left"
    return found


def stored_moves(site, play):
    return site.call("GET", f"/plays/{play['id']}", by="ada")["moves"]


def text_of(letters, faces):
    return Game(letters).text(faces)
