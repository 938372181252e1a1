"""Tests of the web client's session and storage: leaving, another person, damaged or missing databases."""

from client import Refused, until
from fixtures import comment, room, sent, signed_in


def an_ended_session_leaves_outbox_and_drafts_alone(site, browser):
    room_id = room(site)
    with signed_in(site, browser, own=True) as ada:
        user_id = ada.call("session", "current")["userID"]
        until(lambda: ada.live() == "waiting")
        ada.page.route("**/comments", lambda route: route.abort())
        ada.call("outbox", "addComment", room_id, {"content": "unsent"})
        ada.call("drafts", "save", f"room:{room_id}", {"text": "half"})
        ada.call("drafts", "flush")
        for session in site.call("GET", "/sessions", by="ada")["items"]:
            if not session["current"]:
                site.call("DELETE", f"/sessions/{session['id']}", by="ada")
        until(lambda: ada.call("session", "current") is None, 5)
        until(lambda: ada.rows(user_id, "items") + ada.rows(user_id, "documents") + ada.rows(user_id, "cursor") == 0)
        assert (ada.rows(user_id, "outbox"), ada.rows(user_id, "drafts")) == (1, 1)
        ada.page.unroute("**/comments")
        ada.sign_in("ada")
        until(lambda: ada.outbox() == 0 and sent(site, room_id) == ["unsent"])
        assert ada.call("drafts", "load", f"room:{room_id}") == {"text": "half"}


def another_person_gets_nothing_of_the_one_before(site, browser):
    with signed_in(site, browser, own=True) as ada:
        user_id = ada.call("session", "current")["userID"]
        ada.call("drafts", "save", "room:x", {"text": "half"})
        ada.call("drafts", "flush")
        ada.page.context.clear_cookies()
        until(lambda: ada.call("session", "current") is None, 40)
        ada.sign_in("bea")
        ada.whole()
        assert ada.call("replica", "me")["username"] == "bea"
        names = ada.page.evaluate("indexedDB.databases().then(all => all.map(each => each.name))")
        assert f"davenport-{user_id}" not in names, names


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


def everything_works_from_memory(site, browser):
    room_id = room(site)
    script = "Object.defineProperty(globalThis, 'indexedDB', { value: undefined }); delete globalThis.IDBKeyRange;"
    with signed_in(site, browser, own=True, script=script) as ada:
        ada.call("comments", "openRoom", room_id)
        ada.call("outbox", "addComment", room_id, {"content": "one"})
        until(lambda: ada.outbox() == 0 and ada.contents(room_id) == [("one", "sent")])
        comment(site, room_id, "two")
        until(lambda: ada.contents(room_id) == [("one", "sent"), ("two", "sent")])
        ada.reload()
        until(lambda: ada.call("session", "current"))
        ada.whole()


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
