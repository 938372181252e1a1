"""Tests of the web client's pages in a browser: its policy and sessions, a friend's way by keyboard alone, and what no page may do.

Each test gets a running demo and a browser. Usage: python3 Tests/Web/page_tests.py [NAME…]
"""

import re
import sys

from fixtures import comment, room
from pictures import every
from playwright.sync_api import expect
from runner import run, tests_of
from visit import DESKTOP, PHONE, Visit, until, visit_of, walk

from tools.client import Refused

HOSTILE = (
    "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "javascript:alert(1)", "\u202egnp.exe\u2066 back", "<svg/onload=alert(1)>",
    "https://example.org/\"onmouseover=\"alert(1)", "😂" * 400,
)


def the_policy_is_in_force(site, browser):
    """The server's headers reach the page, and the browser obeys them."""
    visit = Visit(browser, site)
    answer = visit.page.goto("/")
    assert "require-trusted-types-for 'script'" in answer.headers["content-security-policy"]
    visit.shows("enter")
    assert visit.faults == [], visit.faults
    refused = visit.page.evaluate("""async () => {
        const outcome = async (act) => { try { await act(); return "allowed"; } catch (error) { return error.name; } };
        const violated = [];
        addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective));
        const results = [
            await outcome(() => { document.createElement("p").innerHTML = "<b>x</b>"; }),
            await outcome(() => fetch("https://example.org/")),
            await outcome(() => trustedTypes.createPolicy("another", {})),
            await outcome(() => trustedTypes.createPolicy("davenport", {})),
        ];
        document.body.setAttribute("style", "color: red");
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { results, violated };
    }""")
    assert refused["results"][:3] == ["TypeError"] * 3, refused
    assert {"connect-src", "require-trusted-types-for", "trusted-types", "style-src-attr"} <= set(refused["violated"]), refused
    visit.context.close()


def no_script_reads_the_token_and_signing_out_leaves_nothing(site, browser):
    visit = Visit(browser, site)
    with visit.page.expect_response(lambda answer: answer.url.endswith("/v1/sessions") and answer.request.method == "POST") as answered:
        visit.sign_in("bea")
    assert answered.value.status == 201 and "davenport_" not in answered.value.text()
    cookie, = visit.context.cookies()
    assert cookie["name"] == f"davenport-{site.port}" and cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["path"] == "/"
    assert cookie["value"].startswith("davenport_")
    visit.opens("/settings", "settings")
    visit.has_worker()
    assert "davenport_" not in visit.readable() and visit.page.evaluate("document.cookie") == ""
    visit.call("session", "setPreference", "theme", "dark")
    visit.page.evaluate("caches.open('davenport-pictures')")
    visit.button("Sign out").click()
    visit.shows("enter")
    assert visit.context.cookies() == []
    until(lambda: "bea" not in visit.readable(), "nothing of the person")
    names = visit.page.evaluate("indexedDB.databases().then((all) => all.map((one) => one.name))")
    assert all(name == "davenport" for name in names), names
    assert visit.page.evaluate("Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])") == [[], []]
    # What is this device's alone stays.
    assert visit.call("session", "preference", "theme") == "dark"
    visit.end()


def a_friend_joins_and_writes_by_keyboard_alone(site, browser):
    """From the link to a comment, its edit and its deletion, with a visible and uncovered focus at each step. Ada sees it on her open desktop."""
    for number, size in enumerate((PHONE, DESKTOP)):
        username, code = f"kim{'ab'[number]}", site.call("POST", "/invites", {}, by="ada")["code"]
        visit, ada = Visit(browser, site, size), Visit(browser, site).share("ada")
        page, keyboard = visit.page, visit.page.keyboard
        visit.opens(f"/join#sofa/{code}", "enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("ada")
        # Without a username, it is made from the given name.
        for field, text in (("Your name (optional)", username), ("E-mail", f"{username}@example.org"), ("Password", "nine lamps at sea")):
            walk(visit, field, then=text)
        walk(visit, "Join The Sofa")
        expect(page.locator("main[data-screen=watch]")).to_be_visible()
        assert code not in page.url
        member = next(friend["id"] for friend in site.call("GET", "/friends", by="ada")["friends"] if friend["username"] == username)
        room_id = site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": f"By keys {number}"}, "memberIDs": [member]}, by="ada")["id"]
        comment(site, room_id, "12:00 from ada", by="ada")
        ada.opens(f"/rooms/{room_id}", "room")
        ada.show_everything()
        expect(page.locator(f'main [data-room="{room_id}"]')).to_be_visible()
        walk(visit, f"/rooms/{room_id}")
        visit.shows("room")
        walk(visit, "Show everything")
        # It opens by itself, and can be undone by keys until then.
        expect(page.get_by_text("from ada")).to_be_visible()
        walk(visit, "Comment", then="15:43 that hallway!")
        walk(visit, "Send")
        mine, seen = (one.locator('[data-thread="943"] [data-comment][data-state=sent]') for one in (page, ada.page))
        for each in (mine, seen):
            expect(each).to_contain_text("that hallway!")
        walk(visit, "More", "Shift+Tab")
        # The menu begins with the reactions, which up and down pass at once.
        expect(visit.button("😂")).to_be_focused()
        for _ in range(2):
            keyboard.press("ArrowDown")
        expect(visit.button("Edit")).to_be_focused()
        keyboard.press("Enter")
        keyboard.press("Control+a")
        keyboard.type("that HALLWAY!")
        walk(visit, "Save")
        for each in (mine, seen):
            expect(each).to_contain_text("that HALLWAY!")
        expect(visit.button("More", mine)).to_be_focused()
        keyboard.press("Enter")
        expect(visit.button("😂")).to_be_focused()
        keyboard.press("ArrowUp")
        expect(visit.button("Delete")).to_be_focused()
        keyboard.press("Enter")
        expect(visit.button("Cancel")).to_be_focused()
        walk(visit, "Delete")
        for each in (mine, seen):
            expect(each).to_have_count(0)
        # The focus goes on to what is left once the dialog has closed.
        page.wait_for_function("document.activeElement !== document.body")
        assert visit.fits()
        visit.end()
        ada.end()


def _accepted(site, method, path, body):
    """Whether the server takes what cem sends. It refuses some of what is hostile itself, such as invisible characters in names."""
    try:
        site.call(method, path, body, by="cem")
    except Refused as refused:
        assert refused.status == 422, refused
        return False
    return True


def hostile_text_is_text(site, browser):
    """As a title, a comment, the note of an invite, and beside a username."""
    room_id = room(site, by="cem", members=())
    comments = [text for text in (*HOSTILE, "😱" * 4_000) if _accepted(site, "POST", f"/rooms/{room_id}/comments", {"content": text})]
    new_room = lambda title: {"subject": {"kind": "custom", "title": title}, "memberIDs": [], "rewatch": True}
    titles = [text for text in HOSTILE if _accepted(site, "POST", "/rooms", new_room(text))]
    notes = [text for text in HOSTILE if _accepted(site, "POST", "/invites", {"note": text})]
    assert len(comments) == len(HOSTILE) + 1 and len(titles) > 3 and len(notes) > 3, (comments, titles, notes)
    assert _accepted(site, "PATCH", "/me", {"givenName": HOSTILE[0]})
    pages = (("/watch", "watch", ":is(.row-title, .next-room h2, .next-room h3)", titles), (f"/rooms/{room_id}", "room", "[data-comment]", comments),
             ("/people", "people", "#invites bdi", notes), ("/settings#profile", "settings", "main", ()))
    for size in (PHONE, DESKTOP):
        visit = Visit(browser, site, size).share("cem")
        for path, screen, place, texts in pages:
            visit.opens(path, screen)
            for text in texts:
                expect(visit.page.locator(f"main {place}").filter(has_text=text[:20]).first).to_be_attached()
            assert visit.page.locator("main img[onerror], main script, main svg[onload], main a[href^='javascript']").count() == 0
            assert visit.fits(), visit.page.url
        visit.end()
    site.call("PATCH", "/me", {"givenName": "Cem"}, by="cem")


# Sends a request as scripts of pages can, with CORS and without, and a form into the frame. Waits until the frame shows the answer or a refusal.
ATTEMPT = """async ([method, url]) => {
    const outcome = (options) => fetch(url, { method, credentials: "include", signal: AbortSignal.timeout(5_000), ...options })
        .then(({ type }) => type, ({ name }) => name);
    const headers = { "Content-Type": "application/json", "Davenport-Session": "cookie" };
    const body = method === "POST" ? '{"content":"forged"}' : undefined;
    const outcomes = [await outcome({ body, headers }), await outcome({ body, mode: "no-cors" })];
    await new Promise((resolve) => {
        document.querySelector("iframe").addEventListener("load", resolve, { once: true });
        const form = document.querySelector("form");
        Object.assign(form, { method, action: url });
        form.submit();
    });
    return outcomes;
}"""
ELSEWHERE = """<!DOCTYPE html><title>elsewhere</title><iframe name=sink></iframe>
    <form target=sink enctype=text/plain><input name='{"content":"forged","x":"' value='"}'></form>"""


def another_site_gets_nothing(site, browser):
    """Pages of another port and of other names change and read nothing, though the browser has the cookie.

    CookieMatrixTests show that the server counts the cookie of no such request. This shows what a browser sends.
    """
    room_id = room(site, members=())
    seen = lambda: [site.call("GET", path, by="ada") for path in ("/dashboard", "/friends", "/invites", f"/rooms/{room_id}/comments")]
    visit = Visit(browser, site).share("ada")
    page, before, counted = visit.context.new_page(), seen(), []
    page.on("response", lambda answer: counted.append((answer.request.method, answer.url, answer.status))
            if "/v1/" in answer.url and answer.request.method != "OPTIONS" and answer.status < 400 else None)
    # The browser keeps a cookie for every port of its name. The pages need no server.
    markup = ELSEWHERE + f'<img src="{site.url}/v1/users/{site.id("ada")}/avatar"><script src="{site.url}/v1/me/mutes"></script>'
    page.route("**/elsewhere", lambda route: route.fulfill(content_type="text/html", body=markup))
    for place in ("http://localhost:5001", "http://b.localhost:5001", f"http://attic.localhost:{site.port}"):
        page.goto(f"{place}/elsewhere")
        posts = (f"/rooms/{room_id}/comments", "/sessions", "/me/deletion")
        for method, path in (*(("POST", path) for path in posts), ("GET", "/me"), ("GET", "/dashboard")):
            outcomes = page.evaluate(ATTEMPT, [method, f"{site.url}/v1{path}"])
            assert outcomes[0] == "TypeError" and outcomes[1] in ("TypeError", "opaque"), (place, method, path, outcomes)
    assert page.goto(f"{site.url}/v1/me").status == 401
    assert counted == [] and seen() == before, counted
    page.close()
    # The cookie is still there, and counts where it did.
    visit.opens("/people", "people")
    visit.end()


def who_is_invited_into_a_room_stands_in_it(site, browser):
    """Shows rule 3.15, on a phone: the link is made in the room, names the room, leads into it, and is shown again while it holds."""
    room_id = room(site, members=())
    title = site.call("GET", f"/rooms/{room_id}", by="ada")["subject"]["title"]
    ada = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE, permissions=["clipboard-read", "clipboard-write"])
    ada.button("Info").press("Enter")
    ada.button("Invite").press("Enter")
    link = ada.page.get_by_label("Link")
    expect(link).to_have_value(re.compile(r"/join#sofa/[0-9A-Z-]{29}$"))
    path = link.input_value().removeprefix(site.url)
    assert ada.fits()
    visitor = Visit(browser, site, PHONE, bypass_csp=True)
    visitor.opens(path, "enter")
    page = visitor.page
    expect(page.get_by_role("heading", level=1)).to_have_text("ada invites you to The Sofa")
    expect(page.get_by_role("list", name="Rooms that you join")).to_contain_text(title)
    expect(page.get_by_text("Davenport is where friends watch and play")).to_be_visible()
    assert visitor.fits() and visitor.violations() == []
    for field, text in (("Your name (optional)", "Zoe"), ("E-mail", "zoe@example.org"), ("Password", "nine lamps at sea")):
        page.get_by_label(field, exact=True).fill(text)
    visitor.button("Join The Sofa").press("Enter")
    expect(page.locator("main[data-screen=room]").get_by_role("heading", level=1)).to_have_text(title)
    assert page.url == f"{site.url}/rooms/{room_id}"
    visitor.end()
    note = {"note": "for the next one", "roomIDs": [room_id]}
    code = site.call("POST", "/invites", note, by="ada")["code"]
    ada.opens("/people", "people")
    entry = ada.page.locator("#invites li").filter(has_text="for the next one")
    expect(entry).to_contain_text(f"Room: {title}")
    ada.page.get_by_text("Your invites").click()
    ada.button("Copy link", entry).press("Enter")
    expect(ada.button("Copy link ✓", entry)).to_be_focused()
    assert ada.page.evaluate("navigator.clipboard.readText()") == f"{site.url}/join#sofa/{code}"
    ada.end()


def who_got_a_link_writes_with_ten_taps(site, browser):
    """From a link to a room to one's own comment at 15:43, on a phone."""
    code = site.call("POST", "/invites", {"roomIDs": [room(site, members=())]}, by="ada")["code"]
    visitor = Visit(browser, site, PHONE, has_touch=True)
    visitor.context.add_init_script(
        "addEventListener('click', ({ detail }) => { if (detail > 0) sessionStorage.taps = 1 + Number(sessionStorage.taps ?? 0); }, true)")
    visitor.opens(f"/join#sofa/{code}", "enter")
    page = visitor.page

    def types(label, text):
        page.get_by_label(label, exact=True).tap()
        page.keyboard.type(text)

    types("Your name (optional)", "Yara")
    types("E-mail", "yara@example.org")
    types("Password", "nine lamps at sea")
    visitor.button("Join The Sofa").tap()
    visitor.shows("room")
    types("Comment", "15:43 that hallway!")
    visitor.button("Send").tap()
    expect(page.locator('[data-thread="943"] [data-comment][data-state=sent]')).to_contain_text("that hallway!")
    assert int(page.evaluate("sessionStorage.taps")) <= 10
    visitor.end()


def pages_are_accessible(site, browser):
    """axe finds nothing on the most important pages. access_tests.py shows the same of all pages and states."""
    faults, looks, chosen = [], ((PHONE, "light"), (DESKTOP, "dark")), ("enter", "watch", "rooms", "archive", "people", "settings")
    for visit, name, width, scheme in every(site, browser, faults, chosen, looks, bypass_csp=True):
        faults += [f"{name} at {width} px, {scheme}: {fault}" for fault in visit.violations()]
    assert faults == [], "\n".join(faults)


if __name__ == "__main__":
    run(tests_of(sys.modules[__name__]))
