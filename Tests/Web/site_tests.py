"""Tests of the web client with sites of their own: other communities, versions, the catalogue, tabs, and no server that answers."""

import pathlib
import shutil
import tempfile

from demo_server import PASSWORD, ROOT, catalogue, fresh_site
from fixtures import comment, room
from playwright.sync_api import expect
from visit import PHONE, Visit, until, visit_of

# The words of up to 14 letters, without a place to break, that stand on two lines.
BROKEN_WORDS = """() => [...document.querySelectorAll(".design-state")].flatMap(part => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<!\\p{L})\\p{L}{2,14}(?!\\p{L})/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1 && texts.currentNode.parentElement.checkVisibility()) found.push(`${part.closest("[data-part]").dataset.part}: ${word}`);
    }
    return found;
})"""


def at_twice_the_size_no_word_is_broken(site, browser):
    """Shows rule 16.33: of each part of the client, in all its states and in both directions of text."""
    visit = Visit(browser, site, PHONE, service_workers="block")
    for way in ("ltr", "rtl"):
        visit.page.goto(f"{site.url}/design?dir={way}&text=200")
        visit.page.locator("html[data-shown=all]").wait_for()
        assert visit.page.evaluate(BROKEN_WORDS) == []
        assert visit.fits()
    # The policy keeps the pictures of the document's examples away.
    visit.end(("images.example.org",))


def people_choose_a_role_and_need_no_username(site, browser):
    """In an open community with a choice of roles a teacher gives a birthday, a student none; without a username the server makes one."""
    with fresh_site() as site:
        site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class")
        site.run("tenant", "signup", "sofa", "open", "--signup-roles", "student,teacher")
        for role, address, name in (("Student", "sam@example.net", "sam"), ("Teacher", "tina@example.net", "tina")):
            visit = Visit(browser, site)
            page = visit.page
            page.goto("/")
            visit.button("Create account").click()
            expect(page.get_by_label("Your name")).to_be_visible()
            page.get_by_label("E-mail").fill(address)
            page.get_by_label("Password", exact=True).fill("nine lamps at sea")
            page.get_by_label(role, exact=True).check()
            if role == "Teacher":
                visit.button("Create account").click()
                expect(page.get_by_text("This is needed.")).to_be_visible()
                page.get_by_label("Birthday").fill("1980-05-17")
            else:
                expect(page.get_by_label("Birthday")).to_be_hidden()
            visit.button("Create account").click()
            expect(page.locator("main[data-screen=watch]")).to_be_visible()
            me = visit.call("replica", "me")
            assert (me["username"], me["role"]) == (name, role.lower()), me
            visit.end()


def a_sibling_community_keeps_its_session(site, browser):
    """Two communities on one server. Where the host names none, the client asks, without a request that fails. Signing out of one leaves the other."""
    with fresh_site() as site:
        site.run("tenant", "create", "attic", "--name", "The Attic", "--host", "attic.localhost")
        site.run("user", "create", "--tenant", "attic", "--email", "ada@example.org", "--username", "ada", "--password-stdin", typed=PASSWORD)
        visit = Visit(browser, site)
        page = visit.page
        visit.opens("/", "enter")
        assert visit.faults == [], visit.faults
        page.get_by_label("Community").fill("nowhere")
        visit.button("Continue").click()
        expect(page.get_by_text("There is no community of this name.")).to_be_visible()
        page.get_by_label("Community").fill("sofa")
        visit.button("Continue").click()
        expect(page.get_by_role("heading", level=1, name="The Sofa")).to_be_visible()
        page.get_by_label("E-mail").fill("ada@example.org")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        visit.button("Sign in").click()
        visit.shows("watch")
        page.reload()
        visit.shows("watch")

        attic = visit.context.new_page()
        address = f"http://attic.localhost:{site.port}"
        attic.goto(f"{address}/")
        expect(attic.get_by_role("heading", level=1, name="The Attic")).to_be_visible()
        attic.get_by_label("E-mail").fill("ada@example.org")
        attic.get_by_label("Password", exact=True).fill(PASSWORD)
        visit.button("Sign in", attic).click()
        expect(attic.locator("main[data-screen=watch][data-state=empty]")).to_be_visible()

        visit.opens("/settings", "settings")
        visit.button("Sign out").click()
        visit.shows("enter")
        cookie, = visit.context.cookies()
        assert cookie["domain"] == "attic.localhost", cookie
        attic.reload()
        expect(attic.locator("main[data-screen=watch][data-state=empty]")).to_be_visible()
        attic.goto(f"{address}/settings")
        expect(attic.locator("main[data-screen=settings][data-state=ready]")).to_be_visible()
        names = attic.evaluate("indexedDB.databases().then((all) => all.map((one) => one.name))")
        assert len(names) == 2, names
        visit.context.close()


def a_new_version_waits_for_reload(site, browser):
    """A new version changes nothing in an open room until Reload is pressed, and then the draft is still there."""
    with tempfile.TemporaryDirectory() as folder:
        web = pathlib.Path(folder) / "Web"
        shutil.copytree(ROOT / "Sources/Web", web)
        with fresh_site(web=web) as site:
            room_id = room(site, watched=["ada"])
            comment(site, room_id, "15:43 that hallway!")
            visit = Visit(browser, site).share("ada")
            page = visit.page
            visit.opens(f"/rooms/{room_id}", "room")
            visit.has_worker()
            # The next load is answered by the worker.
            page.reload()
            visit.shows("room")
            field = page.get_by_label("Comment", exact=True)
            field.fill("half a thought")
            version = page.locator("script[type=module]").get_attribute("src")
            page.evaluate("globalThis.isStillThis = true")
            css = web / "css/tokens.css"
            css.write_text(css.read_text().replace("#a03a27", "#0000ff"))
            # The server is away for a moment, as when it takes a new version.
            site.stop()
            expect(page.get_by_text("Offline. What you write is kept here.").first).to_be_visible()
            site.start()
            expect(page.get_by_label("Notices").get_by_text("A new version is ready.")).to_be_visible(timeout=120_000)
            assert page.evaluate("globalThis.isStillThis") and field.input_value() == "half a thought"
            assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')").strip() == "#a03a27"
            expect(page.locator("[data-comment]")).to_contain_text("that hallway!")
            field.press_sequentially(" and more")
            visit.button("Reload").click()
            page.wait_for_function("!globalThis.isStillThis")
            visit.shows("room")
            assert page.locator("script[type=module]").get_attribute("src") != version
            assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')").strip() == "#0000ff"
            expect(field).to_have_value("half a thought and more")
            visit.context.close()


def a_room_needs_no_catalogue(site, browser):
    """Where there is none, one names things oneself, without complaint. A tap into the field that has a 1 already, and a 5, make episode 5."""
    visit = Visit(browser, site, PHONE, has_touch=True, is_mobile=True).share("ada")
    page, episode = visit.page, visit.page.get_by_label("Episode")
    visit.opens("/new", "new-room")
    assert page.get_by_label("What do you watch?").count() == 0 and page.get_by_role("alert").filter(has_text="catalogue").count() == 0
    page.get_by_label("Show").fill("The Night Bus")
    episode.tap()
    until(lambda: episode.evaluate("node => document.activeElement === node"), "the focus")
    page.evaluate("new Promise(requestAnimationFrame)")
    page.keyboard.type("5")
    visit.button("Create room").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("S1 E5")
    # It still runs, and stands in the archive only where the dashboard has no place for it.
    room_id = page.url.rsplit("/", 1)[1]
    group = site.call("GET", f"/rooms/{room_id}", by="ada")["group"]
    for path, count in ((f"/archive/{group}", 0), (f"/archive/{group}?all", 1)):
        page.goto(path)
        expect(page.locator("main[data-screen=archive]:not([data-state=loading])")).to_be_visible()
        expect(page.locator(f'main a[href="/rooms/{room_id}"]')).to_have_count(count)
    visit.end()


def the_catalogue_may_be_slow_dead_or_stale(site, browser):
    with catalogue() as provider, fresh_site(settings=provider.settings) as site:
        visit = Visit(browser, site).share("ada")
        page = visit.page
        search, results = page.get_by_label("What do you watch?"), page.locator(".results .result")
        visit.opens("/new", "new-room")
        # Slow: the page can be used meanwhile, and the answer to an older question doesn't replace the newer one's.
        provider.control({"rule": {"action": "answer", "path": "/search", "delay": 1.5, "times": 1}})
        with page.expect_request("**/media/search**"):
            search.fill("slow horses")
        search.fill("severance")
        expect(results).to_contain_text(["Severance"])
        results.first.click()
        expect(page.get_by_label("Episode").locator("option")).not_to_have_count(0)
        # The first episode that has aired and that one has no room of, alone.
        assert page.get_by_label("Season").input_value() == "1" and page.get_by_label("Episode").input_value() == "1"
        visit.button("Change").click()
        # Dead, with an answer from before: that one is shown, and marked.
        provider.control({"rule": {"action": "cut"}})
        site.run("dev", "clock", "+8d")
        search.fill("severance ")
        search.press("Enter")
        expect(page.get_by_text("An old answer of the catalogue.")).to_be_visible()
        expect(results).to_contain_text(["Severance"])
        # Dead, without one: it says so, and one names things oneself.
        search.fill("the bear")
        expect(page.get_by_text("Trying again in").or_(page.get_by_text("can’t be reached"))).to_be_visible()
        # The first key after that is the name's.
        visit.button("Name it yourself").click()
        page.keyboard.type("Whatever is on")
        visit.button("Create room").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Whatever is on")
        # The provider's posters are allowed, and the browser says which answers had the status 503, and which poster didn't come.
        expected = ("503", "ERR_EMPTY_RESPONSE", f"a request to {provider.url.removesuffix('/3')}/t/p/")
        assert all(any(part in fault for part in expected) for fault in visit.faults), visit.faults
        visit.context.close()


def the_client_opens_without_its_server(site, browser):
    """With the server stopped, a reload shows the dashboard and the last room as of then, and what one writes waits."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "kept for the train")
    visit = Visit(browser, site).share("ada")
    page = visit.page
    visit.opens(f"/rooms/{room_id}", "room")
    visit.keeps_all()
    site.stop()
    visit.opens("/watch", "watch", "offline")
    expect(page.locator(f'[data-room="{room_id}"]')).to_be_visible()
    expect(page.locator("main")).to_contain_text("as of")
    page.reload()
    page.locator(f'[data-room="{room_id}"]').click()
    visit.shows("room", "offline")
    expect(page.get_by_text("kept for the train")).to_be_visible()
    for text in ("one", "two", "three"):
        page.get_by_label("Comment", exact=True).fill(f"from the train {text}")
        visit.button("Send").click()
    expect(page.locator("[data-state=waiting]")).to_have_count(3)
    visit.page.reload()
    expect(page.locator("[data-state=waiting]")).to_have_count(3)
    site.start()
    expect(page.locator("html[data-outbox='0']")).to_be_attached(timeout=120_000)
    texts = page.locator("[data-comment]")
    expect(texts).to_have_count(4)
    sent = [one["content"] for one in site.call("GET", f"/rooms/{room_id}/comments", by="ada")["items"]]
    assert sorted(sent) == sorted(["kept for the train", *(f"from the train {text}" for text in ("one", "two", "three"))])
    # The browser says that it got no answer; the policy and the scripts have nothing to say.
    visit.heard_only_of_a_stopped_server()
    visit.context.close()


def the_tabs_follow_the_communitys_features(site, browser):
    """There are at most five tabs: with all features the page of Watch leads to the archive."""
    all_tabs = ["Watch", "Class", "Quarry", "People", "You"]
    visit = Visit(browser, site).share("ada")
    page, loads, tabs = visit.page, [], visit.page.locator("nav.tabs a")
    page.on("load", lambda: loads.append(page.url))
    expect(tabs).to_have_text(all_tabs)
    expect(page.locator("main").get_by_role("link", name="Archive", exact=True)).to_have_attribute("href", "/archive")
    try:
        for features, wanted in ((["watch", "class"], ["Watch", "Archive", "Class", "People", "You"]), (["class"], ["Class", "People", "You"])):
            site.run("tenant", "features", "sofa", *(part for name in features for part in ("--feature", name)))
            expect(tabs).to_have_text(wanted)
        expect(page.locator("main:not([data-screen=watch])")).to_be_visible()
    finally:
        site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class", "--feature", "play")
    expect(tabs).to_have_text(all_tabs)
    assert loads == [], loads
    visit.context.close()


def a_fault_is_not_announced_on_the_next_page(site, browser):
    visit = visit_of(site, browser, "ada", "/settings")
    page = visit.page
    visit.button("Change names").click()
    page.get_by_label("Username").fill("x")
    visit.button("Save").first.click()
    expect(page.locator(".fault:visible")).to_be_visible()
    expect(page.get_by_role("status").first).not_to_have_text("")
    page.get_by_role("link", name="People", exact=True).first.click()
    visit.shows("people")
    expect(page.locator("#status")).to_have_text("")
    visit.context.close()
