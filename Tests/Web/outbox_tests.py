"""Tests of the web client's outbox and drafts: what a person wrote arrives once, whatever happens."""

from client import Client, until
from fixtures import comment, refuse, room, sent, signed_in


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


def a_tab_that_closes_while_it_sends_loses_nothing(site, browser):
    room_id = room(site)
    with signed_in(site, browser, tabs=2) as tabs:
        # Usually the tab that writes sends. One that is still starting may be faster.
        held = []
        for tab in tabs:
            tab.page.route("**/comments", lambda route: held.append(route))
        tabs[0].call("outbox", "addComment", room_id, {"content": "one"})
        until(lambda: tabs[0].live() and held)
        for tab in tabs:
            until(lambda: tab.outbox() == 1)
        assert sent(site, room_id) == []
        closed, left = tabs if held[0].request.frame.page == tabs[0].page else reversed(tabs)
        left.page.unroute("**/comments")
        closed.page.close()
        until(lambda: left.outbox() == 0)
        assert sent(site, room_id) == ["one"]


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


def the_read_marker_goes_out_once_and_counts_at_once(site, browser):
    room_id = room(site)
    comments = [comment(site, room_id, str(number)) for number in range(4)]
    with signed_in(site, browser) as ada:
        marks = []
        ada.page.on("request", lambda request: marks.append(request.post_data) if request.url.endswith("/read") else None)
        ada.call("comments", "openRoom", room_id)
        until(lambda: ada.call("replica", "room", room_id)["unreadCount"] == 4)
        for read in comments[:3]:
            ada.call("outbox", "markRead", room_id, {"id": read["id"], "number": read["number"]})
        shown = ada.call("replica", "room", room_id)
        assert (shown["readNumber"], shown["unreadCount"]) == (3, 1), shown
        assert ada.outbox() == 0
        until(lambda: site.call("GET", f"/rooms/{room_id}", by="ada")["readNumber"] == 3)
        shown = ada.call("replica", "room", room_id)
        assert len(marks) == 1, marks
        assert (shown["readNumber"], shown["unreadCount"]) == (3, 1), shown


def attention_follows_a_mark_before_it_is_sent(site, browser):
    room_id = room(site)
    comment(site, room_id, "unread")
    with signed_in(site, browser) as ada:
        until(lambda: ada.call("replica", "room", room_id)["attention"] == "watch")
        ada.page.route("**/watched", lambda route: route.abort())
        ada.call("outbox", "markWatched", room_id)
        assert ada.call("replica", "room", room_id)["attention"] == "read"
        sections = ada.call("replica", "dashboard")["sections"]
        assert [shown["attention"] for section in sections for shown in section["rooms"] if shown["id"] == room_id] == ["read"]


def a_position_waits_for_no_comment(site, browser):
    """Positions have a lane of their own, count as nothing unsent, and end with the mark that another device has set."""
    room_id = room(site)
    with signed_in(site, browser) as tab:
        def set_position(seconds):
            tab.call("outbox", "setPosition", room_id, {"seconds": seconds, "running": False}, tab.call("replica", "now"))

        tab.page.route("**/comments", lambda route: refuse(route, 500, "internal_error", "The server has a fault."))
        tab.call("outbox", "addComment", room_id, {"content": "waits"})
        set_position(70)
        until(lambda: site.call("GET", f"/rooms/{room_id}", by="ada").get("position", {}).get("seconds") == 70)
        kinds = lambda: [write["kind"] for write in tab.call("outbox", "writes")]
        until(lambda: kinds() == ["comment"])
        tab.page.route("**/position", lambda route: route.abort())
        set_position(80)
        until(lambda: kinds() == ["comment", "position"])
        assert tab.call("outbox", "unsent") == 1 and tab.page.locator("html").get_attribute("data-outbox") == "1"
        site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
        tab.page.unroute("**/position")
        tab.page.unroute("**/comments")
        tab.call("outbox", "flush")
        until(lambda: kinds() == [])
        assert sent(site, room_id) == ["waits"] and "position" not in site.call("GET", f"/rooms/{room_id}", by="ada")
