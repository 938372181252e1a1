"""Tests of other programs in the web client: calendars, players, a history from elsewhere, bots, a community of one's own, and sessions."""

import base64
import io
import json
import re
import urllib.error
import urllib.request
import zipfile

from demo_server import PASSWORD, catalogue, fresh_site, site_with_worker
from fixtures import confirm, episode, file, swallowed
from playwright.sync_api import expect
from visit import PHONE, Visit, until, visit_of, walk

ADDRESS = "http://localhost:{port}/v1/{path}/davenport_key_"


def _fetched(address):
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.read().decode()


def _shown(visit, label="Address"):
    """A secret that the page shows once."""
    field = visit.page.get_by_label(label, exact=True)
    expect(field).to_be_visible()
    return field.input_value()


def _behind_dialogs(visit):
    """Waits until the history is back at the page's entry."""
    expect(visit.page.get_by_role("dialog")).to_have_count(0)
    until(lambda: visit.page.evaluate("!history.state?.depth"), "the page behind the dialog")


def each_setting_has_a_page(site, browser):
    """Shows rule 16.46: a phone has a list of them first, whose rows say how things stand, and a wide window the list beside each."""
    visit = visit_of(site, browser, "ada", "/settings", PHONE)
    page, settings, heading = visit.page, visit.page.get_by_role("navigation", name="Settings"), visit.page.get_by_role("heading", level=1)
    expect(settings.get_by_role("link", name="E-mail and password")).to_contain_text("Not confirmed")
    expect(settings.get_by_role("link", name=re.compile("^Preferences"))).to_contain_text("System theme")
    settings.get_by_role("link", name=re.compile("^Preferences")).click()
    expect(heading).to_have_text("Preferences")
    expect(heading).to_be_focused()
    page.get_by_label("Dark").check()
    page.get_by_role("link", name="Back").click()
    expect(settings.get_by_role("link", name=re.compile("^Preferences"))).to_contain_text("Dark")
    assert visit.fits() and visit.violations() == []
    # Back of the browser leads to the page again.
    page.go_back()
    expect(heading).to_have_text("Preferences")
    page.get_by_label("System").check()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(settings.locator("[aria-current=page]")).to_have_text("Preferences")
    settings.get_by_role("link", name="Feedback").click()
    expect(heading).to_have_text("Feedback")
    expect(heading).to_be_focused()
    page.reload()
    expect(heading).to_have_text("Feedback")
    settings.get_by_role("link", name="Signed-in devices").click()
    expect(settings.locator("[aria-current=page]")).to_have_text("Signed-in devices")
    visit.end()


def a_calendar_is_added_by_its_address(site, browser):
    """Shows rules 16.38 and 16.39: by keyboard; the address is shown once, opens the device's calendar, is kept nowhere, and ends when it is removed."""
    ada = visit_of(site, browser, "ada", "/settings")
    page = ada.page
    page.get_by_role("navigation", name="Settings").get_by_role("link", name="Calendar").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Calendar")).to_be_visible()
    expect(page.locator(".agenda")).to_contain_text("Severance")
    name = page.get_by_label("Name", exact=True)
    name.fill("Kitchen wall")
    ada.keeps("Kitchen wall")
    page.reload()
    expect(name).to_have_value("Kitchen wall")
    walk(ada, "Make the address")
    opening = page.get_by_role("link", name="Open in my calendar")
    expect(opening).to_be_focused()
    address = _shown(ada)
    assert address.startswith(ADDRESS.format(port=site.port, path="calendar")) and address.endswith(".ics"), address
    assert opening.get_attribute("href") == address.replace("http:", "webcal:")
    row = page.locator("[data-key]").filter(has_text="Kitchen wall")
    expect(row).to_contain_text("Not fetched yet")
    assert "BEGIN:VCALENDAR" in _fetched(address)
    page.reload()
    expect(row).to_contain_text("Fetched just now")
    assert address.rsplit("/", 1)[1] not in ada.readable()
    # An answer that is lost leaves an address that nobody has seen.
    with swallowed(page, "**/v1/me/keys"):
        ada.button("Make the address").click()
        expect(page.get_by_text("there may be an address more")).to_be_visible()
    ada.button("Remove Kitchen wall").click()
    confirm(ada, "Remove")
    expect(row).to_have_count(0)
    expect(page.get_by_role("heading", name="Your calendars")).to_be_focused()
    try:
        _fetched(address)
        raise AssertionError("the address still works")
    except urllib.error.HTTPError as error:
        assert error.code == 404
    ada.end(("502",))


def a_player_marks_what_somebody_has_watched(_, browser):
    """Shows rules 16.38 and 16.40: the guide of each player, its address, and what came of each event."""
    with catalogue() as provider, fresh_site(settings=provider.settings) as site:
        room_id, _ = episode(site, "ada", "bea")
        ada = visit_of(site, browser, "ada", "/settings/players", PHONE)
        page, row = ada.page, ada.page.locator("[data-key]")
        account = lambda player: page.get_by_label(f"Your name in {player}")
        account("Plex").fill("ada the great")
        ada.keeps("ada the great")
        page.get_by_label("Jellyfin", exact=True).check()
        expect(page.get_by_text("Send All Properties")).to_be_visible()
        ada.button("Make the address").click()
        expect(page.locator(".fault:visible")).to_have_text("This is needed.")
        expect(account("Jellyfin")).to_be_focused()
        page.get_by_label("Plex", exact=True).check()
        # What was typed for one player isn't lost by a look at another.
        expect(account("Plex")).to_have_value("ada the great")
        ada.button("Make the address").click()
        address = _shown(ada)
        assert address.startswith(ADDRESS.format(port=site.port, path="hooks/player")), address
        expect(row).to_contain_text("Nothing has come from it yet.")
        for name, words in (("cem", "it was somebody else’s account"), ("ada the great", "marked what you watched")):
            event = {"event": "media.scrobble", "Account": {"title": name}, "Metadata": {
                "type": "episode", "grandparentTitle": "Severance", "parentIndex": 1, "index": 1, "title": "Good News About Hell"}}
            body = json.dumps(event).encode()
            urllib.request.urlopen(urllib.request.Request(address, body, {"Content-Type": "application/json"}), timeout=30).close()
            ada.button("Look again").click()
            expect(row).to_contain_text(words)
        mine = [one for one in site.call("GET", f"/rooms/{room_id}", by="ada")["members"] if one["user"]["username"] == "ada"]
        assert "watchedAt" in mine[0], mine
        # The policy keeps the stand-in's pictures away.
        ada.end(("/t/p/",))


_PLAYS = [
    {"watched_at": "2024-01-01T20:00:00.000Z", "type": "episode", "episode": {"season": 1, "number": 1}, "show": {"title": "Our Show", "ids": {}}},
    {"watched_at": "2024-01-02T20:00:00.000Z", "type": "episode", "episode": {"season": 1, "number": 2}, "show": {"title": "Our Show", "ids": {}}},
    {"watched_at": "2024-01-03T20:00:00.000Z", "type": "movie", "movie": {"title": "Home Video", "ids": {}}},
    {"watched_at": "2024-01-04T20:00:00.000Z", "type": "movie", "movie": {"title": "Heat", "year": 1995, "ids": {}}},
    {"watched_at": "soon", "type": "movie", "movie": {"title": "Never", "ids": {}}},
]


def _zip(**contents):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in contents.items():
            archive.writestr(f"export/{name.replace('_', '-')}.json", text)
    return {"name": "trakt.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


def a_history_is_brought_along(site, browser):
    """Shows rule 16.42: faults, the preview of a ZIP, what is left out, a part that fails, and what came of it; a second time nothing is made."""
    site.account("newcomer")
    visit = visit_of(site, browser, "newcomer", "/settings/history", PHONE)
    page, files = visit.page, visit.page.get_by_label("Files of a history")
    for chosen, said in (
        (file("profile.json", "{}"), "None of these files holds a history."), (file("watched-history.json", "{}"), "watched-history.json isn’t a JSON list."),
        ({"name": "broken.zip", "mimeType": "application/zip", "buffer": b"no ZIP" * 9}, "broken.zip can’t be unpacked here."),
    ):
        files.set_input_files([chosen])
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(visit.button("Choose files")).to_be_focused()
    files.set_input_files([_zip(watched_history=json.dumps(_PLAYS), profile="{}")])
    main = page.locator("main")
    expect(page.get_by_role("heading", name="What will be made")).to_be_focused()
    for text in ("watched in 2024", "Our Show", "2 episodes", "Home Video", "Heat", "1 play left out"):
        expect(main).to_contain_text(text)
    # This site has no catalogue.
    expect(main).to_contain_text("1 title can’t be made: it needs a catalogue")
    page.get_by_text("1 play left out").click()
    expect(main).to_contain_text("watched-history.json, line 1, entry 5: it has no time that can be read.")
    with swallowed(page, "**/v1/me/history") as bodies:
        visit.button("Import 4 titles").click()
        expect(visit.button("Try again")).to_be_visible()
        assert len(bodies[0]["items"]) == 4
    visit.button("Try again").click()
    expect(page.get_by_role("heading", name="It is here").or_(page.get_by_role("heading", name="Nothing new"))).to_be_focused()
    # The first request had arrived.
    expect(page.get_by_role("status")).to_contain_text("No room was made. Of 3 titles you had one already.")
    page.locator("[data-without=catalogue_unavailable]").click()
    expect(page.locator("[data-without=catalogue_unavailable]")).to_contain_text("Heat (1995)")
    expect(visit.button("Try 1 title again")).to_be_visible()
    page.get_by_role("link", name="To the archive").click()
    expect(page.get_by_text("Our Show").first).to_be_visible()
    visit.end(("502",))


def a_history_is_dropped_and_can_be_stopped(site, browser):
    """Shows rule 16.42: files that are dropped are read, a stop lasts, and going on sends the rest."""
    site.account("dropper")
    plays = [{**_PLAYS[0], "episode": {"season": 1, "number": number}} for number in range(450)]
    visit = visit_of(site, browser, "dropper", "/settings/history")
    page, held, sizes = visit.page, [], []
    expect(visit.button("Choose files")).to_be_visible()
    taken = page.evaluate("""([text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "watched-history-1.json"));
        return !document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }""", [json.dumps(plays)])
    assert taken
    page.route("**/v1/me/history", lambda route: held.append(route))
    visit.button("Import 450 titles").click()
    bar = page.get_by_role("progressbar", name="Importing")
    until(lambda: page.evaluate("1") and len(held) == 1, "the first part")
    visit.button("Stop").click()
    sizes.append(len(held[0].request.post_data_json["items"]))
    held[0].continue_()
    expect(bar).to_have_js_property("value", 200)
    expect(page.get_by_text("200 of 450")).to_be_visible()
    assert len(held) == 1
    page.unroute("**/v1/me/history")
    visit.button("Go on").click()
    expect(page.get_by_role("heading", name="It is here")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("450 rooms were made.")
    assert sizes == [200]
    visit.end()


def an_owner_makes_and_changes_bots(_, browser):
    """Shows rule 16.41: token and secret are shown once; the webhook's standing follows; a new token ends the old one; a deleted bot is gone."""
    with site_with_worker() as (site, apple):
        ada = visit_of(site, browser, "ada", "/admin/bots")
        page = ada.page
        ada.button("New bot").press("Enter")
        page.get_by_label("Username", exact=True).fill("quizbot")
        page.get_by_label("Webhook", exact=True).fill("http://bots.example.org/")
        ada.keeps("quizbot")
        ada.button("Create bot").click()
        expect(page.locator(".fault:visible")).to_have_count(1)
        page.get_by_label("Webhook", exact=True).fill("https://localhost:9/hook")
        ada.button("Create bot").click()
        token, secret = _shown(ada, "Token"), _shown(ada, "Webhook’s secret")
        assert token.startswith("davenport_bot_") and secret.startswith("whsec_")
        expect(ada.button("Copy token")).to_be_focused()
        ada.button("Done").click()
        _behind_dialogs(ada)
        row = page.locator("[data-bot]").filter(has_text="quizbot")
        expect(row).to_contain_text("https://localhost:9/hook")
        assert not any(one in ada.readable() for one in (token, secret))
        me = lambda bearer: site.call("GET", "/me", Authorization=f"Bearer {bearer}")
        assert me(token)["username"] == "quizbot"

        # The worker can't reach the address, and says so.
        def is_tried_again():
            page.reload()
            expect(row).to_be_visible()
            return "The last message wasn’t taken" in row.inner_text()

        until(is_tried_again, "a message that isn't taken", 120)
        ada.button("Change quizbot").click()
        ada.button("New token").click()
        confirm(ada, "New token", name="Make a new token for quizbot?")
        fresh = _shown(ada, "Token")
        assert fresh != token and me(fresh)["username"] == "quizbot"
        try:
            me(token)
            raise AssertionError("the old token still works")
        except Exception as problem:
            assert "401" in str(problem), problem
        page.get_by_label("Webhook", exact=True).fill("")
        ada.button("Save").click()
        expect(page.get_by_role("status")).to_contain_text("There is no webhook any more.")
        expect(ada.button("New secret")).to_have_count(0)
        ada.button("Close").click()
        _behind_dialogs(ada)
        expect(row).to_contain_text("No webhook")
        expect(ada.button("Change quizbot")).to_be_focused()
        ada.button("Change quizbot").click()
        ada.button("Delete the bot").click()
        confirm(ada, "Delete")
        expect(row).to_have_count(0)
        ada.end(("422",))


def somebody_begins_a_community(_, browser):
    """Shows rule 16.43: where the deployment allows it; where it doesn't, the page says so and keeps what was typed."""
    for policy in ("open", "closed"):
        with fresh_site(settings={"TENANT_SIGNUP": policy} if policy == "open" else None) as site:
            # The host names no community any more.
            site.run("tenant", "create", "attic", "--name", "The Attic", "--host", "attic.localhost")
            visit = Visit(browser, site, PHONE, service_workers="block")
            page = visit.page
            visit.opens("/", "enter")
            page.get_by_role("link", name="Begin a community").click()
            expect(page.get_by_role("heading", level=1, name="Begin a community")).to_be_visible()
            page.get_by_label("What it is called").fill("Lou’s Loft")
            slug = page.get_by_label("Short name")
            expect(slug).to_have_value("lou-s-loft")
            slug.fill("attic")
            page.get_by_label("What it is called").fill("The Loft")
            expect(slug).to_have_value("attic")
            page.get_by_label("Your name").fill("Lou")
            page.get_by_label("E-mail").fill("lou@example.org")
            page.get_by_label("Password", exact=True).fill("short")
            visit.button("Begin").click()
            expect(page.locator(".fault:visible").first).to_be_visible()
            page.get_by_label("Password", exact=True).fill("nine lamps at sea")
            visit.button("Begin").click()
            if policy == "closed":
                expect(page.get_by_text("On this server, only those who run it make communities.")).to_be_visible()
                expect(slug).to_have_value("attic")
                visit.end(("404",))
                continue
            # It is taken.
            expect(slug).to_be_focused()
            expect(slug).to_have_attribute("aria-invalid", "true")
            slug.fill("loft")
            visit.button("Begin").click()
            visit.shows("watch", "empty")
            me = visit.call("replica", "me")
            assert (me["role"], me["givenName"]) == ("owner", "Lou"), me
            visit.opens("/begin", "enter")
            expect(page.get_by_role("heading", level=1)).to_have_text("A new community has accounts of its own")
            visit.end(("422",))


def sessions_say_where_and_when(site, browser):
    """Shows rule 16.44: this device first, the others with when they were used, since when and until when; each ends by its button."""
    site.account("roamer")
    for device in ("Safari on iPhone", "Firefox on Windows"):
        site.call("POST", "/sessions", {"deviceName": device}, Authorization=_basic("roamer"))
    visit = Visit(browser, site, PHONE, service_workers="block")
    visit.share("roamer")
    visit.opens("/settings/sessions", "settings")
    page = visit.page
    here, elsewhere = (page.get_by_role("region", name=name) for name in ("This device", "Elsewhere"))
    expect(here).to_contain_text("In use now")
    expect(elsewhere.get_by_role("listitem")).to_have_count(2)
    for text in ("Safari on iPhone", "Firefox on Windows", "Used just now", "Signed in today,", "at the latest"):
        expect(elsewhere).to_contain_text(text)
    visit.button("Sign out Safari on iPhone").click()
    expect(elsewhere.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="change your password").click()
    expect(page.get_by_label("New password")).to_be_visible()
    visit.end()


def _basic(username):
    return "Basic " + base64.b64encode(f"{username}@example.org:{PASSWORD}".encode()).decode()


def every_kind_of_notification_has_its_switch(site, browser):
    """Shows rule 16.45: those of class and puzzle, under their headings, saved at once; without the feature there are none."""
    visit = visit_of(site, browser, "ada", "/settings/notifications")
    page = visit.page
    for title, label in (("Class", "A task of mine is due soon"), ("Puzzle", "The day’s puzzle ends soon")):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.get_by_label(label).uncheck()
        expect(page.locator(".saved")).to_be_visible()
    until(lambda: {"task.due", "challenge.ending"} <= set(site.call("GET", "/me/notifications", by="ada")["muted"]), "both are muted")
    visit.end()
    with fresh_site() as plain:
        plain.run("tenant", "features", "sofa", "--feature", "watch")
        visit = visit_of(plain, browser, "ada", "/settings/notifications")
        expect(visit.page.get_by_label("Somebody has watched")).to_be_visible()
        for title in ("Class", "Puzzle"):
            expect(visit.page.get_by_role("heading", name=title, exact=True)).to_have_count(0)
        visit.end()
