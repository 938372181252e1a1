"""Tests of small things over which people stumbled in the web client."""

from demo_server import PASSWORD, StandIn, fresh_site
from fixtures import comment, room
from lessons import new_student, visit_of
from playwright.sync_api import expect
from timeline import chip_of, lands, open_room
from visit import Visit, until


def an_own_task_offers_what_the_rules_allow(site, browser):
    """Shows rule 11.53 in the client: its state is set, nothing is handed in or sent."""
    new_student(site, "own.s")
    task = site.call("POST", "/own-tasks", {"title": "Tidy the desk"}, by="own.s")["id"]
    visit = visit_of(site, browser, "own.s", f"/assignments/{task}")
    page = visit.page
    visit.shows("assignment")
    for name in ("Hand in", "Send message", "Start"):
        expect(visit.button(name)).to_have_count(0)
    expect(page.get_by_label("Message")).to_have_count(0)
    for name, state in (("Begin", "inProgress"), ("Mark as done", "done"), ("Back to “To do”", "todo")):
        visit.button(name).click()
        until(lambda: site.call("GET", f"/assignments/{task}", by="own.s")["state"] == state, state)
        expect(visit.button(name)).to_have_count(0)
    visit.button("Delete task").click()
    visit.button("Delete", page.get_by_role("dialog")).click()
    expect(page.locator("main[data-screen=assignments]")).to_be_visible()
    assert all(one["id"] != task for one in site.call("GET", "/assignments", by="own.s")["items"])
    visit.end(("Service Worker registration blocked",))


def notifications_list_what_the_community_has(site, browser):
    """Every kind of the document that can be muted is a box, and muting one of a task reaches the server."""
    kinds = ["task.assigned", "task.due", "task.returned", "task.done", "task.submitted", "task.message", "challenge.ready", "challenge.ending", "challenge.invited",
             "challenge.finished", "summary"]
    visit = visit_of(site, browser, "ada", "/settings/notifications")
    visit.shows("settings")
    boxes = visit.page.get_by_role("group", name="Notify me when").get_by_role("checkbox")
    # The demo has all features, and Ada runs it: rooms 4, people 3, reports 2.
    expect(boxes).to_have_count(len(kinds) + 9)
    for name in ("Somebody gives me a task", "The day’s puzzles are ready"):
        visit.page.get_by_label(name).uncheck()
    visit.button("Save").click()
    until(lambda: {"task.assigned", "challenge.ready"} <= set(site.call("GET", "/me/notifications", by="ada")["muted"]), "both kinds muted")
    visit.page.reload()
    expect(visit.page.get_by_label("Somebody gives me a task")).not_to_be_checked()
    preferences = site.call("GET", "/me/notifications", by="ada")
    site.call("PUT", "/me/notifications", {**preferences, "muted": []}, by="ada")
    visit.end(("Service Worker registration blocked",))


def a_first_visit_logs_nothing(_, browser):
    """Where the address names no community, the page asks for it without a request that fails."""
    with fresh_site() as site:
        site.run("tenant", "create", "attic", "--name", "The Attic")
        visit = Visit(browser, site.url)
        visit.opens("/", "enter")
        visit.page.get_by_label("Community").fill("sofa")
        visit.button("Continue").click()
        expect(visit.page.get_by_label("E-mail")).to_be_visible()
        visit.page.reload()
        expect(visit.page.get_by_label("E-mail")).to_be_visible()
        visit.end()


def a_position_beyond_the_end_is_asked_about(_, browser):
    """95:00 of an episode of 43 minutes opens nothing unasked."""
    with StandIn() as provider, fresh_site(settings=provider.settings) as site:
        runtime = 60 * site.call("GET", "/media/tv/95396/seasons/1/episodes/1", by="ada")["runtime"]
        ada = site.call("GET", "/me", by="ada")["id"]
        subject = {"kind": "tv", "showID": 95396, "season": 1, "episode": 1}
        room_id = site.call("POST", "/rooms", {"subject": subject, "memberIDs": [ada], "rewatch": True}, by="bea")["id"]
        comment(site, room_id, "40:00 the secret", by="ada")
        visit = Visit(browser, site.url).share(site.token("bea"))
        page = open_room(visit, room_id)
        until(lambda: chip_of(page).get_attribute("aria-valuemax") == str(runtime), "the episode's length")
        for answer in ("Cancel", "Yes, I am there"):
            visit.button("I'm at …").click()
            page.keyboard.type("95:00")
            page.keyboard.press("Enter")
            expect(page.get_by_role("dialog")).to_contain_text("It ends at")
            assert "the secret" not in page.content()
            visit.button(answer, page.get_by_role("dialog")).click()
            expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_text("the secret")).to_be_visible()
        visit.context.close()


def unmarking_remembers_where_i_was(site, browser):
    """Over a reload, too."""
    room_id = room(site)
    site.call("PUT", f"/rooms/{room_id}/position", {"seconds": 1390, "running": False}, by="ada")
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = open_room(visit, room_id)
    lands(page, 1390)
    mark = visit.button("Mark as watched")
    mark.click()
    lands(page, 0)
    until(lambda: site.call("GET", f"/rooms/{room_id}", by="ada").get("position") is None, "no position at the server")
    page.reload()
    visit.shows("room", "empty")
    mark.click()
    lands(page, 1390)
    until(lambda: (site.call("GET", f"/rooms/{room_id}", by="ada").get("position") or {}).get("seconds") == 1390, "the position at the server")
    visit.end()


def an_invite_makes_a_friend_among_friends(site, browser):
    """With classes and rooms in one community, an admin's new invite is for a member unless they choose another role."""
    visit = visit_of(site, browser, "ada", "/people")
    visit.button("New invite").click()
    expect(visit.page.get_by_label("Role")).to_have_value("member")
    expect(visit.page.get_by_label("Role")).to_contain_text("as usual: student")
    visit.button("Create invite").click()
    expect(visit.button("Copy link")).to_be_visible()
    assert site.call("GET", "/invites", by="ada")["items"][0]["role"] == "member"
    visit.end(("Service Worker registration blocked",))


def a_new_password_can_end_open_invites(site, browser):
    """Shows rule 2.10: the form asks, and ends them only for those who say so."""
    site.account("new.lock")
    site.call("POST", "/invites", {}, by="new.lock")
    is_withdrawn = lambda: "withdrawnAt" in site.call("GET", "/invites", by="new.lock")["items"][0]
    visit = visit_of(site, browser, "new.lock", "/settings")
    current = PASSWORD
    for password, ends in (("nine lamps at sea", False), ("ten lamps at sea", True)):
        visit.button("Change password").click()
        form = visit.page.locator("form").filter(has=visit.page.get_by_label("New password"))
        form.get_by_label("Current password").fill(current)
        form.get_by_label("New password").fill(password)
        form.get_by_label("End my open invites too").set_checked(ends)
        visit.button("Save", form).click()
        expect(form).to_have_count(0)
        assert is_withdrawn() == ends
        current = password
    visit.end(("Service Worker registration blocked",))


def my_play_begins_when_i_joined(_, browser):
    """Of days before somebody joined it says nothing."""
    with fresh_site() as site:
        site.account("late.comer")
        visit = visit_of(site, browser, "late.comer", "/play/me")
        expect(visit.page.get_by_role("heading", name="History")).to_be_visible()
        until(lambda: visit.page.locator(".skeleton").count() == 0, "the history")
        expect(visit.page.get_by_text("Not played.")).to_have_count(0)
        visit.end(("Service Worker registration blocked",))


def the_archive_has_what_is_over(site, browser):
    """Rooms that still run stand in the archive only where the dashboard has no place for them."""
    room_id = room(site)
    group = next(one["group"] for one in [site.call("GET", f"/rooms/{room_id}", by="ada")])
    visit = visit_of(site, browser, "ada", "/archive")
    assert all("active" not in text for text in visit.page.locator("main a.group-row").all_inner_texts())
    visit.page.goto(f"/archive/{group}")
    expect(visit.page.locator("main[data-screen=archive]:not([data-state=loading])")).to_be_visible()
    expect(visit.page.locator(f'main a[href="/rooms/{room_id}"]')).to_have_count(0)
    visit.page.goto(f"/archive/{group}?all")
    expect(visit.page.locator(f'main a[href="/rooms/{room_id}"]')).to_have_count(1)
    visit.end(("Service Worker registration blocked",))


def a_fault_is_not_announced_on_the_next_page(site, browser):
    visit = visit_of(site, browser, "ada", "/settings")
    page = visit.page
    page.get_by_label("Username").fill("x")
    visit.button("Save").first.click()
    expect(page.locator(".fault:visible")).to_be_visible()
    expect(page.get_by_role("status").first).not_to_have_text("")
    page.get_by_role("link", name="People", exact=True).first.click()
    visit.shows("people")
    expect(page.locator("#status")).to_have_text("")
    visit.context.close()


def a_time_in_the_skipped_hour_is_the_browsers(site, browser):
    """In Berlin the clocks go from 02:00 to 03:00 on 28 March 2027. A browser makes 03:30 of 02:30, and so does what is sent."""
    visit = Visit(browser, site.url, timezone_id="Europe/Berlin")
    visit.opens("/", "enter")
    told = visit.page.evaluate("""async (times) => {
        const { localTime, withOffset } = await import(new URL("parts/class/extension.js", document.querySelector("script[type=module]").src).href);
        return times.map((time) => [withOffset(time), Date.parse(withOffset(time)) === Date.parse(time), localTime(withOffset(time))]);
    }""", ["2027-03-28T02:30", "2027-03-28T01:59", "2027-03-28T03:00", "2027-10-31T02:30", "2027-07-01T18:00"])
    assert told[0] == ["2027-03-28T03:30:00+02:00", True, "2027-03-28T03:30"], told
    assert all(is_same for _, is_same, _ in told), told
    visit.end()
