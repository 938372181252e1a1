"""Tests of the web client's session and storage: leaving, another person, damaged or missing databases."""

import random

from client import Refused, until
from fixtures import comment, room, sent, signed_in
from visit import READABLE


def signing_out_empties_everything(site, browser):
    room_id = room(site)
    with signed_in(site, browser, own=True, tabs=2) as (ada, other):
        ada.page.route("**/comments", lambda route: route.abort())
        other.page.route("**/comments", lambda route: route.abort())
        ada.call("session", "setPreference", "theme", "dark")
        ada.call("outbox", "addComment", room_id, {"content": "unsent"})
        ada.page.evaluate("caches.open('davenport-pictures')")
        try:
            ada.call("signing", "signOut")
            raise AssertionError("It loses what is unsent.")
        except Refused as refusal:
            assert "1 not sent yet" in str(refusal), refusal
        # The network is away: nothing is lost, and all goes on.
        ada.page.route("**/v1/sessions/current", lambda route: route.abort())
        try:
            ada.call("signing", "signOut", {"evenUnsent": True})
            raise AssertionError("It can't sign out.")
        except Refused as refusal:
            assert refusal.code == "offline", refusal
        ada.page.unroute("**/v1/sessions/current")
        until(lambda: ada.live() == "waiting")
        messages = []
        for tab in (ada, other):
            tab.page.on("console", lambda message: messages.append(message.text) if message.type == "error" else None)
        ada.call("signing", "signOut", {"evenUnsent": True})
        for tab in (ada, other):
            until(lambda: tab.call("session", "current") is None)
            assert tab.call("replica", "rooms") == []
        assert not [text for text in messages if "401" in text], messages
        names = ada.page.evaluate("indexedDB.databases().then(all => all.map(each => each.name))")
        assert names == ["davenport"], names
        left = ada.page.evaluate("Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])")
        assert left == [[], []], left
        assert not ada.page.context.cookies()
        ada.reload()
        assert ada.call("session", "current") is None
        assert ada.call("session", "preference", "theme") == "dark"


def a_dropped_connection_is_opened_anew(site, browser):
    room_id = room(site)
    # Safari's: the connection answers that it is closed, now and then.
    script = """let calls = 0; const open = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (...rest) {
            if (++calls % 5 === 0) this.close();
            return open.apply(this, rest);
        };"""
    with signed_in(site, browser, script=script) as ada:
        ada.call("comments", "openRoom", room_id)
        for number in range(5):
            ada.call("outbox", "addComment", room_id, {"content": str(number)})
        until(lambda: ada.outbox() == 0 and ada.contents(room_id) == [(str(number), "sent") for number in range(5)])
        assert sent(site, room_id) == [str(number) for number in range(5)]


def a_damaged_database_is_left_alone(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        # The documents' store isn't readable any more.
        ada.page.add_init_script("""const { getAllKeys } = IDBObjectStore.prototype;
            IDBObjectStore.prototype.getAllKeys = function (...rest) {
                if (this.name === "documents") throw new DOMException("damaged", "DataError");
                return getAllKeys.apply(this, rest);
            };""")
        ada.reload()
        until(lambda: ada.call("session", "current"))
        ada.whole()
        ada.call("comments", "openRoom", room_id)
        ada.call("outbox", "addComment", room_id, {"content": "one"})
        until(lambda: ada.contents(room_id) == [("one", "sent")] and ada.outbox() == 0)


def a_full_disk_is_said_and_work_goes_on(site, browser):
    """The browser refuses every write of the copy. Memory takes over, and the page says what that means. The next start sends nothing again."""
    room_id = room(site)
    comment(site, room_id, "kept before")
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)
        ada.call("drafts", "save", "room:y", {"text": "the first words"})
        ada.call("drafts", "flush")
        browser_of = ada.page.context.new_cdp_session(ada.page)
        browser_of.send("Storage.overrideQuotaForOrigin", {"origin": site.url, "quotaSize": 1})
        notice = ada.page.get_by_label("Notices").get_by_text("This browser can't store anything now.")
        assert not notice.is_visible()
        ada.page.route("**/v1/rooms/**", lambda route: route.abort())
        ada.call("outbox", "addComment", room_id, {"content": "may still be stored"})
        ada.call("outbox", "markWatched", room_id)
        discarded = ada.call("outbox", "addComment", room(site), {"content": "is taken out again"})

        def is_full():
            ada.call("drafts", "save", "room:x", {"text": random.randbytes(500_000).hex()})
            ada.call("drafts", "flush")
            return notice.is_visible()

        # Chromium looks only every 30 s how much room there is.
        until(is_full)
        for place in ("room:x", "room:y"):
            ada.call("drafts", "save", place, {"text": "half"})
        ada.call("drafts", "flush")
        ada.call("outbox", "addComment", room_id, {"content": "is in memory alone"})
        written = ["may still be stored", "is in memory alone"]
        assert ada.call("drafts", "load", "room:x") == {"text": "half"}
        assert ada.contents(room_id) == [("kept before", "sent"), *((content, "waiting") for content in written)]
        user_id = ada.call("session", "current")["userID"]
        assert ada.rows(user_id, "outbox") == 3
        assert ada.call("outbox", "removeComment", discarded)
        assert ada.rows(user_id, "outbox") == 2
        ada.page.unroute("**/v1/rooms/**")
        ada.call("outbox", "flush")
        until(lambda: ada.outbox() == 0)
        comment(site, room_id, "and live")
        until(lambda: ada.contents(room_id)[-1] == ("and live", "sent"))
        assert sent(site, room_id) == ["kept before", *written, "and live"]
        # What memory has sent doesn't wait on disk.
        until(lambda: ada.rows(user_id, "outbox") == 0)
        site.call("DELETE", f"/rooms/{room_id}/watched", by="ada")
        ada.reload()
        ada.whole()
        until(lambda: ada.live() == "waiting" and ada.call("outbox", "writes") == [])
        assert not ada.call("replica", "room", room_id)["watched"]
        # Words that were changed in memory don't come back as they were.
        assert ada.call("drafts", "load", "room:y") is None


def a_database_that_cant_be_opened_is_said(site, browser):
    room_id = room(site)
    script = """const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = function (name, version) {
            if (name.startsWith("davenport-")) throw new DOMException("Internal error opening backing store", "UnknownError");
            return open.call(this, name, version);
        };"""
    with signed_in(site, browser, script=script) as ada:
        ada.call("comments", "openRoom", room_id)
        ada.call("outbox", "addComment", room_id, {"content": "one"})
        until(lambda: ada.contents(room_id) == [("one", "sent")] and ada.outbox() == 0)
        assert ada.page.get_by_label("Notices").get_by_text("This browser can't store anything now.").is_visible()


def a_room_that_one_has_left_leaves_one_s_own_words_alone(site, browser):
    """Its comments and kept lists go. What one wrote for it stays, and stands with what wasn't sent."""
    room_id = room(site)
    comment(site, room_id, "what was said there")
    with signed_in(site, browser) as ada:
        user_id = ada.call("session", "current")["userID"]
        ada.call("comments", "openRoom", room_id)
        title = ada.call("replica", "room", room_id)["subject"]["title"]
        ada.call("answers", "read", "listRooms", {"query": {"limit": 50}})
        ada.page.route("**/comments", lambda route: route.abort())
        ada.call("outbox", "addComment", room_id, {"content": "what waits for it"})
        ada.call("outbox", "addComment", room_id, {"content": "and this waits as well"})
        ada.call("drafts", "save", f"room:{room_id}", {"text": "half for it"})
        ada.call("drafts", "flush")
        assert ada.outbox() == 2
        site.call("DELETE", f"/rooms/{room_id}/members/me", by="ada")
        until(lambda: ada.call("replica", "room", room_id) is None)
        assert ada.outbox() == 2 and ada.rows(user_id, "outbox") == 2
        readable = ada.page.evaluate(READABLE)
        assert "what was said there" not in readable
        for text in (title, "what waits for it", "and this waits as well", "half for it"):
            assert text in readable, text
        ada.page.unroute("**/comments")
        ada.call("outbox", "flush")
        until(lambda: sorted(thing["text"] for thing in ada.call("outbox", "notSent"))
              == ["and this waits as well", "half for it", "what waits for it"])


def the_tabs_follow_the_communitys_features(site, browser):
    """There are at most five tabs: with all features the page of Watch leads to the archive."""
    all_tabs = ["Watch", "Class", "Play", "People", "You"]
    with signed_in(site, browser) as ada:
        page, loads = ada.page, []
        page.goto("/watch" if page.url.startswith("/") else f"{site.url}/watch")
        page.on("load", lambda: loads.append(page.url))
        tabs = lambda: page.locator("nav.tabs a").all_inner_texts()
        until(lambda: tabs() == all_tabs)
        assert page.locator("main").get_by_role("link", name="Archive", exact=True).get_attribute("href") == "/archive"
        try:
            site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class")
            until(lambda: tabs() == ["Watch", "Archive", "Class", "People", "You"])
            site.run("tenant", "features", "sofa", "--feature", "class")
            until(lambda: tabs() == ["Class", "People", "You"])
            until(lambda: page.locator("main").get_attribute("data-screen") != "watch")
        finally:
            site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class", "--feature", "play")
        until(lambda: tabs() == all_tabs)
        until(lambda: page.locator("main[data-screen=watch]").count() == 1)
        assert loads == [], loads
