"""Tests of the web client's pages in a browser, as people use them.

Each test gets a running demo and a browser. Usage: python3 Tests/Web/page_tests.py [NAME…]
"""

import re
import sys
import urllib.error

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from runner import run, tests_of
from visit import DESKTOP, PHONE, Visit, until

# The room of the demo's welcome: Ada hasn't watched it, and others talk in it.
ROOM = "50fa0000-0000-4000-8000-000000000005"
HOSTILE = (
    "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "javascript:alert(1)", "\u202egnp.exe\u2066 back", "<svg/onload=alert(1)>",
    "https://example.org/\"onmouseover=\"alert(1)", "😂" * 400,
)


def the_policy_is_in_force(site, browser):
    """The server's headers reach the page, and the browser obeys them."""
    visit = Visit(browser, site.url)
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


def signing_in_keeps_the_token_out_of_reach(site, browser):
    visit = Visit(browser, site.url)
    with visit.page.expect_response(lambda answer: answer.url.endswith("/v1/sessions") and answer.request.method == "POST") as answered:
        visit.sign_in("ada")
    answer = answered.value
    assert answer.status == 201 and "davenport_" not in answer.text()
    cookie, = visit.context.cookies()
    assert cookie["name"] == f"davenport-{site.port}" and cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["path"] == "/"
    assert cookie["value"].startswith("davenport_")
    visit.opens(f"/rooms/{ROOM}", "room")
    assert "davenport_" not in visit.readable() and visit.page.evaluate("document.cookie") == ""
    visit.end()


def signing_out_leaves_nothing(site, browser):
    visit = Visit(browser, site.url).sign_in("bea")
    visit.opens("/settings", "settings")
    visit.has_worker()
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
    visit.opens(f"/rooms/{ROOM}", "enter")
    visit.end()


def a_friend_joins_by_a_link_and_writes_back(site, browser):
    """Zoe joins on a phone; what she writes stands on Ada's open desktop, and so do its edit and its deletion."""
    code = site.call("POST", "/invites", {}, by="ada")["code"]
    zoe = Visit(browser, site.url, PHONE)
    zoe.page.goto(f"/join#sofa/{code}")
    expect(zoe.page.get_by_role("heading", level=1)).to_contain_text("ada")
    zoe.page.get_by_label("Username").fill("zoe")
    zoe.page.get_by_label("E-mail").fill("zoe@example.org")
    zoe.page.get_by_label("Password", exact=True).fill("nine lamps at sea")
    zoe.button("Create account").click()
    expect(zoe.page.locator("main[data-screen=watch]")).to_be_visible()
    assert code not in zoe.page.url
    expect(zoe.page.get_by_text(re.compile("You and .?ada.? are friends here"))).to_be_visible()

    member = next(friend["id"] for friend in site.call("GET", "/friends", by="ada")["friends"] if friend["username"] == "zoe")
    site.call("PUT", f"/friends/{member}", by="cem")
    expect(zoe.page.get_by_role("link", name="People", exact=True)).to_have_attribute("data-count", "1")
    subject = {"kind": "custom", "title": "The Hallway"}
    room = site.call("POST", "/rooms", {"subject": subject, "memberIDs": [member]}, by="ada")["id"]
    zoe.page.locator(f'a[href="/rooms/{room}"]').first.click()
    zoe.shows("room")
    ada = Visit(browser, site.url).sign_in("ada")
    ada.opens(f"/rooms/{room}", "room")
    ada.show_everything()

    zoe.page.get_by_label("Comment", exact=True).fill("15:43 that hallway!")
    expect(zoe.page.locator('[data-second="943"]')).to_be_visible()
    zoe.button("Send").click()
    mine = zoe.page.locator('[data-thread="943"] [data-comment][data-state=sent]')
    expect(mine).to_contain_text("that hallway!")
    seen = ada.page.locator('[data-thread="943"] [data-comment]')
    expect(seen).to_contain_text("that hallway!")
    expect(seen).not_to_contain_text("15:43 that")

    zoe.button("More", mine).click()
    zoe.page.get_by_role("menuitem", name="Edit").or_(zoe.button("Edit")).click()
    mine.get_by_role("textbox").first.fill("that HALLWAY!")
    zoe.button("Save", mine).click()
    expect(seen).to_contain_text("that HALLWAY!")
    zoe.button("More", mine).click()
    zoe.page.get_by_role("menuitem", name="Delete").or_(zoe.button("Delete")).click()
    zoe.button("Delete", zoe.page.get_by_role("dialog")).click()
    expect(seen).to_have_count(0)
    assert zoe.fits()
    zoe.end()
    ada.end()


def what_is_unwatched_is_hidden(site, browser):
    """Until Ada marks the episode as watched or wants to see everything, the page has what the server's gate lets through, and nothing else."""
    listed = lambda gate: [comment["content"] for comment in site.call("GET", f"/rooms/{ROOM}/comments{gate}", by="ada")["items"]]
    through = listed("?gate=position")
    ahead = [text for text in listed("") if text not in through]
    assert through and ahead
    visit = Visit(browser, site.url).sign_in("ada")
    visit.opens(f"/rooms/{ROOM}", "room")
    expect(visit.page.locator("[data-gate]")).to_be_visible()
    assert all(text not in visit.page.content() for text in ahead)
    # With everything that the feed brings it is the same.
    until(lambda: visit.call("replica", "isWhole"), "a whole copy")
    expect(visit.page.locator("[data-comment]")).to_have_count(len(through))
    assert all(text not in visit.page.content() for text in ahead)
    visit.show_everything()
    expect(visit.page.get_by_text(ahead[0])).to_be_visible()
    visit.end()


def _accepted(site, method, path, body):
    """Whether the server takes what cem sends. It refuses some of what is hostile itself, such as invisible characters in names."""
    try:
        site.call(method, path, body, by="cem")
    except urllib.error.HTTPError as error:
        assert error.code == 422, error
        return False
    return True


def hostile_text_is_text(site, browser):
    """As a title, a comment, the note of an invite, and beside a username."""
    room = site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": HOSTILE[0]}, "memberIDs": []}, by="cem")["id"]
    comments = [text for text in (*HOSTILE, "😱" * 4_000) if _accepted(site, "POST", f"/rooms/{room}/comments", {"content": text})]
    titles = [text for text in HOSTILE if _accepted(site, "POST", "/rooms", {"subject": {"kind": "custom", "title": text}, "memberIDs": [], "rewatch": True})]
    notes = [text for text in HOSTILE if _accepted(site, "POST", "/invites", {"note": text})]
    assert len(comments) == len(HOSTILE) + 1 and len(titles) > 3 and len(notes) > 3, (comments, titles, notes)
    assert _accepted(site, "PATCH", "/me", {"givenName": HOSTILE[0]})
    for size in (PHONE, DESKTOP):
        visit = Visit(browser, site.url, size).sign_in("cem")
        for path, screen, place, texts in (
            ("/watch", "watch", ".row-title", titles), (f"/rooms/{room}", "room", "[data-comment]", comments), ("/people", "people", "#invites bdi", notes),
        ):
            visit.opens(path, screen)
            for text in texts:
                expect(visit.page.locator(f"main {place}").filter(has_text=text[:20]).first).to_be_attached()
            assert visit.page.locator("main img[onerror], main script, main svg[onload], main a[href^='javascript']").count() == 0
            assert visit.fits(), visit.page.url
        visit.end()
    ada = Visit(browser, site.url, PHONE).sign_in("ada")
    ada.opens("/people", "people")
    ada.page.locator(".person").filter(has_text="cem").get_by_role("button").first.click()
    ada.button("Profile").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text(HOSTILE[0])
    assert ada.page.locator("img[onerror], svg[onload]").count() == 0 and ada.fits()
    ada.end()
    site.call("PATCH", "/me", {"givenName": "Cem"}, by="cem")


def a_revoked_session_ends_in_the_open_page(site, browser):
    visit = Visit(browser, site.url).sign_in("bea")
    visit.opens("/people", "people")
    assert visit.faults == [], visit.faults
    site.call("DELETE", "/sessions", by="bea")
    visit.shows("enter")
    assert visit.context.cookies() == []
    # The browser itself says in its console that an answer had the status 401.
    assert all("401" in fault for fault in visit.faults), visit.faults
    visit.context.close()


# Sends a request as scripts of pages can, with CORS and without, and a form into the frame. Waits until the frame shows the answer or a refusal.
ATTEMPT = """async ([method, url]) => {
    const outcome = (options) => fetch(url, { method, credentials: "include", signal: AbortSignal.timeout(5_000), ...options }).then(({ type }) => type, ({ name }) => name);
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
    room = site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": "Not to be forged"}, "memberIDs": []}, by="ada")["id"]
    me = site.call("GET", "/me", by="ada")["id"]
    seen = lambda: [site.call("GET", path, by="ada") for path in ("/dashboard", "/friends", "/invites", f"/rooms/{room}/comments")]
    visit = Visit(browser, site.url).share(site.token("ada"))
    page, before, counted = visit.context.new_page(), seen(), []
    page.on("response", lambda answer: counted.append((answer.request.method, answer.url, answer.status))
            if "/v1/" in answer.url and answer.request.method != "OPTIONS" and answer.status < 400 else None)
    # The browser keeps a cookie for every port of its name. The pages need no server.
    markup = ELSEWHERE + f'<img src="{site.url}/v1/users/{me}/avatar"><script src="{site.url}/v1/me/mutes"></script>'
    page.route("**/elsewhere", lambda route: route.fulfill(content_type="text/html", body=markup))
    for place in ("http://localhost:5001", "http://b.localhost:5001", f"http://attic.localhost:{site.port}"):
        page.goto(f"{place}/elsewhere")
        for method, path in (("POST", f"/rooms/{room}/comments"), ("POST", "/sessions"), ("POST", "/me/deletion"), ("GET", "/me"), ("GET", "/dashboard")):
            outcomes = page.evaluate(ATTEMPT, [method, f"{site.url}/v1{path}"])
            assert outcomes[0] == "TypeError" and outcomes[1] in ("TypeError", "opaque"), (place, method, path, outcomes)
    assert page.goto(f"{site.url}/v1/me").status == 401
    assert counted == [] and seen() == before, counted
    page.close()
    # The cookie is still there, and counts where it did.
    visit.opens("/people", "people")
    visit.end()


def pages_are_accessible(site, browser):
    """axe finds nothing on any page. It alone runs with the policy bypassed, since it brings scripts and styles of its own."""
    violations = []
    for size, scheme in ((PHONE, "light"), (DESKTOP, "dark")):
        visit = Visit(browser, site.url, size, scheme, bypass_csp=True)
        visit.opens("/", "enter")
        violations += _found(visit, "enter")
        visit.sign_in("ada")
        pages = (("/watch", "watch"), (f"/rooms/{ROOM}", "room"), ("/archive", "archive"), ("/new", "new-room"), ("/people", "people"), ("/settings", "settings"))
        for path, screen in pages:
            visit.opens(path, screen)
            violations += _found(visit, f"{path} at {size[0]} px, {scheme}")
            assert visit.fits(), visit.page.url
        visit.context.close()
    assert violations == [], "\n".join(violations)


def _found(visit, place):
    """What axe finds in a page."""
    return [f"{place}: {one['id']}: {one['nodes'][0]['html']}" for one in Axe().run(visit.page).response["violations"]]


if __name__ == "__main__":
    run(tests_of(sys.modules[__name__]))
