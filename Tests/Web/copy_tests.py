"""Tests of a browser's tabs with the library: one of them waits for changes, and the badge of the app."""

from client import until
from fixtures import comment, room, signed_in


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
