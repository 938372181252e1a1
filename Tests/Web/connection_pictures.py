"""The pages and states of other programs, a history and bots, for pictures.py: those of ada, who owns the community."""

import json

from fixtures import answer, file
from playwright.sync_api import expect
from visit import until

# Episodes of many shows, films, and a play without a time.
HISTORY = json.dumps([
    *({"watched_at": f"20{10 + show}-02-0{episode + 1}T20:00:00.000Z", "type": "episode", "episode": {"season": 1, "number": episode},
       "show": {"title": f"The show with the number {show}" if show else "Donaudampfschifffahrtsgesellschaftskapitän", "ids": {}}}
      for show in range(10) for episode in range(1 + show % 4)),
    *({"watched_at": "2024-05-01T20:00:00.000Z", "type": "movie", "movie": {"title": title, "ids": {"tmdb": 900 + number}}}
      for number, title in enumerate(("Heat", "Seven Samurai", "Before Sunrise"))),
    {"watched_at": "soon", "type": "movie", "movie": {"title": "Never", "ids": {"tmdb": 1}}},
])


def prepare(site):
    """Makes what the lists show: addresses that were used and that weren't, and bots of each standing."""
    site.call("POST", "/me/keys", {"purpose": "calendar", "name": "My phone"}, by="ada")
    url = site.call("POST", "/me/keys", {"purpose": "player", "account": "ada", "name": "Living room"}, by="ada")["url"]
    site.call("POST", url.removeprefix("/v1"), {"event": "media.scrobble", "Account": {"title": "cem"},
                                              "Metadata": {"type": "movie", "title": "Heat"}})
    site.call("POST", "/bots", {"username": "popcornbot"}, by="ada")


def _remove(visit):
    """Removes in the dialog that is open, and waits until the history is back at the page's entry."""
    visit.button("Remove", visit.page.get_by_role("dialog")).click()
    expect(visit.page.get_by_role("status")).to_contain_text("Removed.")
    until(lambda: visit.page.evaluate("!history.state?.depth"), "the page behind the dialog")


def connections(visit, scene):
    page = visit.page
    visit.opens("/settings/calendar", "settings")
    for part in ("[data-key]", ".agenda li"):
        page.locator(part).first.wait_for()
    yield "calendar"
    visit.button("Make the address").click()
    page.get_by_label("Address", exact=True).wait_for()
    yield "calendar-address"
    visit.button("Remove My calendar").first.click()
    yield "calendar-remove"
    _remove(visit)
    visit.opens("/settings/players", "settings")
    page.locator("[data-key]").first.wait_for()
    yield "players"
    page.get_by_label("Jellyfin", exact=True).check()
    page.get_by_label("Your name in Jellyfin").fill("ada")
    visit.button("Make the address").click()
    page.get_by_label("Address", exact=True).wait_for()
    yield "players-address"
    visit.button("Remove Jellyfin").first.click()
    _remove(visit)


def history(visit, scene):
    page, files = visit.page, visit.page.get_by_label("Files of a history")
    visit.opens("/settings/history", "settings")
    files.wait_for(state="attached")
    yield "choose"
    files.set_input_files([file("lists.json", "{}")])
    expect(page.get_by_role("alert")).to_contain_text("None of these files")
    yield "fault"
    files.set_input_files([file("watched-history.json", HISTORY), file("lists.json", "{}")])
    page.get_by_role("heading", name="What will be made").wait_for()
    yield "preview"
    held = []
    page.route("**/v1/me/history", lambda route: held.append(route))
    visit.button("Import 26 titles").click()
    page.get_by_role("progressbar").wait_for()
    yield "progress"
    visit.button("Stop").click()
    yield "stopped"
    visit.button("Go on").click()
    until(lambda: page.evaluate("1") and len(held) > 0, "the request")
    answer(held[0], 200, {"made": 24, "known": 2, "unknown": [{"index": 0, "code": "unknown_subject"}, {"index": 1, "code": "catalogue_unavailable"}]})
    page.get_by_role("heading", name="It is here").wait_for()
    page.locator("[data-without]").first.click()
    yield "outcome"
    page.unroute("**/v1/me/history")


def bots(visit, scene):
    page = visit.page
    visit.opens("/admin/bots", "admin")
    page.locator("[data-bot]").first.wait_for()
    yield "list"
    page.route("**/v1/bots", lambda route: answer(route, 200 if route.request.method == "GET" else 201, SHOWN if route.request.method == "GET" else MADE))
    page.reload()
    page.locator("[data-bot]").nth(2).wait_for()
    yield "standings"
    page.get_by_role("button", name="Change").nth(2).click()
    page.get_by_label("Webhook", exact=True).wait_for()
    yield "change"
    visit.button("Close").click()
    visit.button("New bot").click()
    page.get_by_label("Username", exact=True).wait_for()
    visit.button("Create bot").click()
    yield "new-fault"
    page.get_by_label("Username", exact=True).fill("quizbot")
    visit.button("Create bot").click()
    page.get_by_label("Token", exact=True).wait_for()
    yield "made"
    page.unroute("**/v1/bots")


def _bot(name, **more):
    return {"user": {"id": f"00000000-0000-4000-8000-00000000000{len(name) % 10}", "username": name, "identityColor": "#9a6324", "bot": True}, **more}


_HOOK = "https://bots.example.org/davenport/with/a/rather/long/path/that/breaks"
SHOWN = {"items": [
    _bot("popcornbot"), _bot("subtitles", webhookURL="https://bots.example.org/davenport", webhookState="active"),
    _bot("newsbot", webhookURL=_HOOK, webhookState="retrying", webhookError="status 503"),
    _bot("quiz", webhookURL=_HOOK, webhookState="off", webhookError="no answer within 10 seconds"),
]}
MADE = _bot("quizbot", webhookURL=_HOOK, webhookState="active", token="davenport_bot_AZoc8-wpdcSisW7pfHF4g4b4ZuWz5IPH-1S6qoPguxo4ztCHaKUsOf4icxr",
            webhookSecret="whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+kpPwGiN0zE=")


def begin(visit, scene):
    visit.opens("/begin", "enter")
    yield "form"
    visit.button("Begin").click()
    yield "faults"


SIGNED_OUT = (begin,)
SIGNED_IN = {"ada": (connections, history, bots)}
