"""Tests of the web client with sites of their own: other communities, versions, the catalogue, and none that answers."""

import pathlib
import shutil
import tempfile

from demo_server import PASSWORD, ROOT, StandIn, fresh_site
from fixtures import comment, room
from playwright.sync_api import expect
from visit import Visit


def people_choose_a_role_and_need_no_username(site, browser):
    """In an open community with a choice of roles a teacher gives a birthday, a student none; without a username the server makes one."""
    with fresh_site() as site:
        site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class")
        site.run("tenant", "signup", "sofa", "open", "--signup-roles", "student,teacher")
        for role, address, name in (("Student", "sam@example.net", "sam"), ("Teacher", "tina@example.net", "tina")):
            visit = Visit(browser, site.url)
            page = visit.page
            page.goto("/")
            visit.button("Create account").click()
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
    """Two communities on one server, each with a host. Where the host names none, the client asks. Signing out of one leaves the other."""
    with fresh_site() as site:
        site.run("tenant", "create", "attic", "--name", "The Attic", "--host", "attic.localhost")
        site.run("user", "create", "--tenant", "attic", "--email", "ada@example.org", "--username", "ada", "--password-stdin", typed=PASSWORD)
        visit = Visit(browser, site.url)
        page = visit.page
        page.goto("/")
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
        attic.get_by_role("button", name="Sign in", exact=True).click()
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
            visit = Visit(browser, site.url).share(site.token("ada"))
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
            expect(page.get_by_text("Offline. What you write is sent later.").first).to_be_visible()
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
    """Where there is none, one names things oneself, without complaint."""
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = visit.page
    visit.opens("/new", "new-room")
    expect(page.get_by_label("Show")).to_be_visible()
    assert page.get_by_label("Search").count() == 0 and page.get_by_role("alert").filter(has_text="catalogue").count() == 0
    page.get_by_label("Show").fill("The Night Bus")
    page.get_by_label("Season").fill("1")
    page.get_by_label("Episode").fill("5")
    visit.button("Create room").click()
    page.locator("main[data-screen=room]").wait_for()
    expect(page.get_by_role("heading", level=1)).to_contain_text("S1 E5")
    visit.end()


def the_catalogue_may_be_slow_dead_or_stale(site, browser):
    with StandIn() as catalogue, fresh_site(settings=catalogue.settings) as site:
        visit = Visit(browser, site.url).share(site.token("ada"))
        page = visit.page
        search, results = page.get_by_label("Search"), page.locator(".result")
        visit.opens("/new", "new-room")
        # Slow: the page can be used meanwhile, and the answer to an older question doesn't replace the newer one's.
        catalogue.control({"rule": {"action": "answer", "path": "/search", "delay": 1.5, "times": 1}})
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
        catalogue.control({"rule": {"action": "cut"}})
        site.run("dev", "clock", "+8d")
        search.fill("severance ")
        search.press("Enter")
        expect(page.get_by_text("An old answer of the catalogue.")).to_be_visible()
        expect(results).to_contain_text(["Severance"])
        # Dead, without one: it says so, and one names things oneself.
        search.fill("the bear")
        expect(page.get_by_text("Trying again in").or_(page.get_by_text("can't be reached"))).to_be_visible()
        visit.button("Name it yourself").click()
        page.get_by_role("radio", name="Anything else").check()
        page.get_by_label("Title").fill("Whatever is on")
        visit.button("Create room").click()
        page.locator("main[data-screen=room]").wait_for()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Whatever is on")
        # The provider's posters are allowed, and the browser says which answers had the status 503, and which poster didn't come.
        expected = ("503", "ERR_EMPTY_RESPONSE", f"a request to {catalogue.url.removesuffix('/3')}/t/p/")
        assert all(any(part in fault for part in expected) for fault in visit.faults), visit.faults
        visit.context.close()


def the_client_opens_without_its_server(site, browser):
    """With the server stopped, a reload shows the dashboard and the last room as of then, and what one writes waits."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "kept for the train")
    visit = Visit(browser, site.url).share(site.token("ada"))
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
