"""Tests of the copy that the web client keeps in the browser: syncing, live changes, kept answers."""

from client import Refused, until
from fixtures import comment, fetched, room, signed_in


def mutes_and_names_follow_what_changes_elsewhere(site, browser):
    room_id = room(site)
    comment(site, room_id, "that finale")
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)

        def shown():
            only, = ada.call("comments", "comments", room_id)
            return only["folded"], only["author"]["username"]

        assert shown() == (False, "bea")
        site.call("PUT", "/me/mutes", {"userIDs": [], "words": ["finale"]}, by="ada")
        until(lambda: shown() == (True, "bea"))
        site.call("PATCH", "/me", {"username": "beatrice"}, by="bea")
        until(lambda: shown() == (True, "beatrice"))
        site.call("PATCH", "/me", {"username": "bea"}, by="bea")
        site.call("PUT", "/me/mutes", {"userIDs": [], "words": []}, by="ada")
        until(lambda: shown() == (False, "bea"))


def one_tab_waits_and_all_hear(site, browser):
    room_id = room(site)
    with signed_in(site, browser, tabs=2) as tabs:
        asked = []
        for number, tab in enumerate(tabs):
            tab.page.on("request", lambda request, number=number: asked.append(number) if "/v1/changes" in request.url else None)
            tab.call("comments", "openRoom", room_id)
        until(lambda: tabs[1].live() == "waiting")
        for content in ("one", "two", "three"):
            comment(site, room_id, content)
            for tab in tabs:
                until(lambda: tab.contents(room_id)[-1:] == [(content, "sent")])
        assert len(set(asked)) == 1, asked
        # The other goes on when the first is closed.
        tabs[asked[0]].page.close()
        comment(site, room_id, "four")
        until(lambda: tabs[1 - asked[0]].contents(room_id)[-1:] == [("four", "sent")])


def an_archived_room_is_read_once_and_kept(site, browser):
    with signed_in(site, browser) as ada:
        archived = [shown for shown in ada.call("replica", "rooms") if shown["archived"] and shown["commentCount"]]
        room_id, count = archived[0]["id"], archived[0]["commentCount"]
        ada.call("comments", "openRoom", room_id)
        assert len(ada.contents(room_id)) == count
        lists = []
        ada.page.on("request", lambda request: lists.append(request.url) if "/comments" in request.url else None)
        ada.reload()
        ada.call("comments", "openRoom", room_id)
        assert len(ada.contents(room_id)) == count
        assert lists == [url for url in lists if "/v1/" not in url], lists


def two_tabs_without_locks_write_one_copy(site, browser):
    room_id = room(site)
    with signed_in(site, browser, tabs=2, script="Object.defineProperty(navigator, 'locks', { value: undefined })") as tabs:
        for tab in tabs:
            tab.call("comments", "openRoom", room_id)
        for number in range(10):
            comment(site, room_id, str(number))
        for tab in tabs:
            until(lambda: tab.contents(room_id) == [(str(number), "sent") for number in range(10)])
        tabs[0].reload()
        tabs[0].call("comments", "openRoom", room_id)
        assert tabs[0].contents(room_id) == [(str(number), "sent") for number in range(10)]


def a_refused_long_poll_becomes_polling(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        until(lambda: ada.live() == "waiting")

        def refuse(route):
            if "wait=" not in route.request.url:
                return route.continue_()
            answer = fetched(route, "wait=25", "wait=0")
            return route.fulfill(response=answer, headers={**answer.headers, "Retry-After": "3600"})

        ada.page.route("**/v1/changes**", refuse)
        comment(site, room_id, "now")
        until(lambda: ada.live() == "polling")
        comment(site, room_id, "within 15 s")
        ada.call("comments", "openRoom", room_id)
        until(lambda: [content for content, _ in ada.contents(room_id)] == ["now", "within 15 s"])
        ada.call("replica", "refresh")


def the_badge_counts_rooms_to_watch_or_to_read(site, browser):
    script = "globalThis.badges = []; navigator.setAppBadge = async number => { badges.push(number); };"
    with signed_in(site, browser, script=script) as ada:

        def counted():
            sections = site.call("GET", "/dashboard", by="ada")["sections"]
            return sum(shown["attention"] in ("watch", "read") for section in sections for shown in section["rooms"])

        before = counted()
        until(lambda: ada.call("live", "badge") == before)
        room_id = room(site)
        until(lambda: ada.call("live", "badge") == before + 1 == counted())
        assert ada.page.evaluate("badges.at(-1)") == before + 1
        ada.call("outbox", "markWatched", room_id)
        until(lambda: ada.call("live", "badge") == before == counted())


def kept_answers_are_shown_and_confirmed_by_their_tag(site, browser):
    with signed_in(site, browser) as ada:
        first = ada.call("answers", "read", "listGroups", {})
        statuses = []
        ada.page.on("response", lambda response: statuses.append(response.status) if "/v1/groups" in response.url else None)
        assert ada.call("answers", "read", "listGroups", {})["answer"] == first["answer"]
        assert statuses == [304], statuses
        ada.page.route("**/v1/groups", lambda route: route.abort())
        kept = ada.call("answers", "read", "listGroups", {})
        assert kept["stale"] and kept["answer"] == first["answer"]
        ada.call("answers", "forget", "listGroups")
        try:
            ada.call("answers", "read", "listGroups", {})
            raise AssertionError("It was forgotten.")
        except Refused as refusal:
            assert refusal.code == "offline"
