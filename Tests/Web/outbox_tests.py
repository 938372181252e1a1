"""Tests of the web client's outbox in a browser: what two tabs write without a server arrives once, whatever another tab holds."""

from client import Client, until
from fixtures import room, sent, signed_in


def writes_wait_for_the_server_and_arrive_once(site, browser):
    room_id = room(site)
    with signed_in(site, browser, tabs=2) as tabs:
        for tab in tabs:
            tab.call("comments", "openRoom", room_id)
        site.stop()
        tabs[0].call("outbox", "addComment", room_id, {"content": "0:07 one"})
        tabs[1].call("outbox", "addComment", room_id, {"content": "two"})
        tabs[0].call("outbox", "addComment", room_id, {"content": "three"})
        tabs[1].call("outbox", "markWatched", room_id)
        for tab in tabs:
            until(lambda: tab.outbox() == 4)
            assert tab.contents(room_id) == [("one", "waiting"), ("two", "waiting"), ("three", "waiting")]
            assert tab.call("replica", "room", room_id)["watched"]
        until(lambda: tabs[0].call("live", "isOffline") and tabs[1].call("live", "isOffline"))
        site.start()
        for tab in tabs:
            until(lambda: tab.outbox() == 0)
            until(lambda: tab.contents(room_id) == [("one", "sent"), ("two", "sent"), ("three", "sent")])
        assert sent(site, room_id) == ["one", "two", "three"]
        members = site.call("GET", f"/rooms/{room_id}", by="ada")["members"]
        assert [member["user"]["username"] for member in members if "watchedAt" in member] == ["ada"]


def a_suspended_tab_keeps_no_other_from_working(site, browser):
    room_id = room(site)
    context = browser.new_context()
    # A page of this origin that holds both locks and does nothing.
    user_id = site.call("GET", "/me", by="ada")["id"]
    suspended = context.new_page()
    suspended.route("**/js/**", lambda route: route.abort())
    suspended.goto(f"{site.url}/settings")
    for name in ("live", "outbox"):
        suspended.evaluate("name => { navigator.locks.request(name, () => new Promise(() => {})); }", f"davenport-{name}-{user_id}")
    ada = Client(context, site.url).share(site.token("ada"))
    ada.call("outbox", "addComment", room_id, {"content": "one"})
    until(lambda: ada.call("replica", "isWhole") and ada.outbox() == 0, 200)
    assert sent(site, room_id) == ["one"]
    context.close()
