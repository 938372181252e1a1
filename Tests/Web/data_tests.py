"""Tests of the web client's data modules in a browser: copy, outbox, live, session.

Each test gets a running site and a browser, and makes a room of its own. Usage: python3 Tests/Web/data_tests.py [NAME…]
"""

import contextlib
import itertools
import json
import pathlib
import sys
import tempfile
import traceback

from client import Client, Refused, until
from demo_server import Site
from playwright.sync_api import sync_playwright

numbers = itertools.count(1)


def room(site, by="ada", members=("bea",)):
    """A new room of these people of the demo."""
    ids = [site.call("GET", "/me", by=member)["id"] for member in members]
    subject = {"kind": "custom", "title": f"Evening {next(numbers)} of {id(site)}"}
    return site.call("POST", "/rooms", {"subject": subject, "memberIDs": ids, "rewatch": True}, by=by)["id"]


def comment(site, room_id, content, by="bea"):
    return site.call("POST", f"/rooms/{room_id}/comments", {"content": content}, by=by)


def sent(site, room_id):
    """What the server has of a room, in the order of creation."""
    comments = site.call("GET", f"/rooms/{room_id}/comments?limit=500", by="ada")["items"]
    return [comment["content"] for comment in sorted(comments, key=lambda comment: comment["number"])]


@contextlib.contextmanager
def signed_in(site, browser, tabs=1, script=None, own=False):
    """Ada's client in so many tabs of one profile, with a copy that is whole.

    `own` is for tests that end the session; the others share one.
    """
    context = browser.new_context()
    if script:
        context.add_init_script(script)
    first = Client(context, site.url)
    first.sign_in("ada") if own else first.share(site.token("ada"))
    first.whole()
    clients = [first, *(Client(context, site.url) for _ in range(tabs - 1))]
    yield clients if tabs > 1 else first
    for client in clients:
        assert client.errors == [], client.errors
    context.close()


def a_comment_arrives_while_the_room_is_open(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)
        created = comment(site, room_id, "15:43 that hallway!")
        until(lambda: ada.contents(room_id) == [("that hallway!", "sent")])
        path = f"/rooms/{room_id}/comments/{created['id']}"
        site.call("PATCH", path, {"content": "the hallway"}, by="bea")
        until(lambda: ada.contents(room_id) == [("the hallway", "sent")])
        site.call("DELETE", path, by="bea")
        until(lambda: ada.contents(room_id) == [])


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


def a_reload_without_the_server_shows_what_was_kept(site, browser):
    room_id = room(site)
    comment(site, room_id, "kept")
    context = browser.new_context()
    # What a service worker would serve: the files, while nothing else answers.
    is_away = []
    context.route("**/v1/**", lambda route: route.abort() if is_away else route.continue_())
    ada = Client(context, site.url).share(site.token("ada"))
    ada.whole()
    until(lambda: ada.call("replica", "room", room_id))
    is_away.append(True)
    ada.reload()
    ada.call("comments", "openRoom", room_id)
    assert ada.contents(room_id) == [("kept", "sent")]
    assert ada.call("replica", "dashboard")["sections"]
    assert ada.call("replica", "asOf")
    ada.call("outbox", "addComment", room_id, {"content": "later"})
    ada.reload()
    ada.call("comments", "openRoom", room_id)
    assert ada.contents(room_id) == [("kept", "sent"), ("later", "waiting")]
    is_away.clear()
    until(lambda: ada.outbox() == 0)
    assert sent(site, room_id) == ["kept", "later"]
    context.close()


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


def lost_answers_and_503s_create_nothing_twice(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)
        outcomes = iter(["broken", "lost", "busy", "broken"])

        def answer(route):
            outcome = next(outcomes, None) if route.request.method == "POST" else None
            if outcome is None:
                return route.continue_()
            if outcome in ("busy", "broken"):
                # A busy server makes everything wait; a broken answer only what comes after it in its room.
                status, code, rest = (503, "unavailable", {"Retry-After": "1"}) if outcome == "busy" else (500, "internal_error", {})
                problem = {"type": "about:blank", "title": "", "status": status, "detail": "Not now.", "code": code}
                headers = {"Content-Type": "application/problem+json", **rest}
                return route.fulfill(status=status, headers=headers, body=json.dumps(problem))
            route.fetch()
            return route.abort()

        ada.page.route("**/comments", answer)
        for content in ("one", "two", "three"):
            ada.call("outbox", "addComment", room_id, {"content": content})
        until(lambda: ada.outbox() == 0, 60)
        assert sent(site, room_id) == ["one", "two", "three"]
        until(lambda: ada.contents(room_id) == [("one", "sent"), ("two", "sent"), ("three", "sent")])


def a_tab_that_closes_while_it_sends_loses_nothing(site, browser):
    room_id = room(site)
    with signed_in(site, browser, tabs=2) as tabs:
        held = []
        tabs[0].page.route("**/comments", lambda route: held.append(route))
        tabs[0].call("outbox", "addComment", room_id, {"content": "one"})
        until(lambda: tabs[0].live() and held)
        until(lambda: tabs[1].outbox() == 1)
        assert sent(site, room_id) == []
        tabs[0].page.close()
        until(lambda: tabs[1].outbox() == 0)
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


def a_refused_comment_keeps_its_words(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)
        ada.call("outbox", "addComment", room_id, {"content": "x" * 4001})
        ada.call("outbox", "addComment", room_id, {"content": "short"})
        until(lambda: [state for _, state in ada.contents(room_id)] == ["sent", "refused"])
        refused = ada.call("comments", "comments", room_id)[-1]
        assert refused["problem"]["code"] == "invalid"
        assert ada.call("outbox", "changeComment", refused["id"], {"content": "shorter"})
        ada.call("outbox", "retry", refused["writeID"])
        until(lambda: ada.contents(room_id) == [("short", "sent"), ("shorter", "sent")])


def what_was_never_sent_is_changed_in_the_outbox(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        ada.call("comments", "openRoom", room_id)
        # The first attempt, of another room's write, makes the outbox wait.
        ada.page.route("**/v1/rooms/**", lambda route: route.abort())
        ada.call("outbox", "addComment", room(site), {"content": "first"})
        until(lambda: not ada.call("outbox", "writes") or ada.call("outbox", "writes")[0]["attempts"] > 0)
        first = ada.call("outbox", "addComment", room_id, {"content": "wrong"})
        second = ada.call("outbox", "addComment", room_id, {"content": "gone"})
        ada.call("outbox", "markWatched", room_id)
        ada.call("outbox", "unmarkWatched", room_id)
        assert ada.call("outbox", "changeComment", first, {"content": "1:00 right"})
        assert ada.call("outbox", "removeComment", second)
        assert ada.outbox() == 2, ada.call("outbox", "writes")
        assert ada.contents(room_id) == [("right", "waiting")]
        ada.page.unroute("**/v1/rooms/**")
        ada.call("outbox", "flush")
        until(lambda: ada.outbox() == 0)
        assert sent(site, room_id) == ["right"]


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


def nothing_flickers_back_when_an_older_page_comes_late(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        until(lambda: ada.call("replica", "room", room_id))
        late = []

        def hold(route):
            if late:
                return route.continue_()
            return late.append((route, route.fetch(url=route.request.url.replace("wait=25", "wait=0"))))

        ada.page.route("**/v1/changes**", hold)
        ada.page.evaluate(
            """async id => {
                const at = name => new URL(name, document.querySelector('script[type=module]').src).href;
                const replica = await import(at("replica.js"));
                globalThis.shown = [];
                replica.subscribe([`room:${id}`], () => shown.push(replica.room(id).watched));
            }""", room_id)
        # The next request is answered with what was before the mark, after the mark's own answer.
        comment(site, room_id, "ends the long poll")
        until(lambda: ada.live() and late)
        ada.call("outbox", "markWatched", room_id)
        until(lambda: ada.outbox() == 0)
        late[0][0].fulfill(response=late[0][1])
        until(lambda: ada.call("outbox", "writes") == [] and ada.rows(ada.call("session", "current")["userID"], "outbox") == 0, 60)
        shown = ada.page.evaluate("shown")
        assert ada.call("replica", "room", room_id)["watched"]
        assert all(shown[shown.index(True):]), shown


def a_cursor_of_no_use_fetches_everything_anew(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        until(lambda: ada.call("replica", "room", room_id))
        foreign = site.call("GET", "/changes?since=now", by="bea")["next"]
        ada.page.evaluate(
            """async ([name, cursor, ghost]) => {
                const database = await new Promise(resolve => { indexedDB.open(name).onsuccess = event => resolve(event.target.result); });
                const writing = database.transaction(["cursor", "items"], "readwrite");
                const state = await new Promise(done => { writing.objectStore("cursor").get("state").onsuccess = e => done(e.target.result); });
                writing.objectStore("cursor").put({ ...state, cursor }, "state");
                writing.objectStore("items").put({ ...ghost, pass: 0 });
                await new Promise(done => { writing.oncomplete = done; });
                database.close();
            }""",
            [f"davenport-{ada.call('session', 'current')['userID']}", foreign,
             {"collection": "rooms", "id": "gone", "complete": 0, "body": ada.call("replica", "room", room_id)}])
        answers = []
        ada.page.on("response", lambda response: answers.append(response.status) if "/v1/changes" in response.url else None)
        is_held = [True]
        ada.page.route("**/v1/changes**", lambda route: route.abort() if is_held else route.continue_())
        ada.reload()
        # Until everything is here, the old copy is shown.
        assert ada.call("replica", "room", "gone")
        is_held.clear()
        until(lambda: not ada.call("replica", "room", "gone"))
        assert answers[:2] == [410, 200], answers
        assert ada.call("replica", "room", room_id)


def small_pages_end_in_the_same_copy_after_reloads(site, browser):
    room_id = room(site)
    for number in range(30):
        comment(site, room_id, str(number))
    context = browser.new_context()
    pages = []

    def small(route):
        pages.append(route.request.url)
        route.continue_(url=route.request.url.replace("limit=200", "limit=7"))

    context.route("**/v1/changes**", small)
    ada = Client(context, site.url).share(site.token("ada"))
    while not ada.call("replica", "isWhole"):
        until(lambda: len(pages) > 4 or ada.call("replica", "isWhole"))
        pages.clear()
        ada.reload()
    rooms = site.call("GET", "/rooms?limit=100", by="ada")["items"]
    assert sorted(shown["id"] for shown in ada.call("replica", "rooms")) == sorted(shown["id"] for shown in rooms)
    ada.call("comments", "openRoom", room_id)
    assert ada.contents(room_id) == [(str(number), "sent") for number in range(30)]
    context.close()


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


def a_refused_long_poll_becomes_polling(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        until(lambda: ada.live() == "waiting")

        def refuse(route):
            if "wait=" not in route.request.url:
                return route.continue_()
            answer = route.fetch(url=route.request.url.replace("wait=25", "wait=0"))
            return route.fulfill(response=answer, headers={**answer.headers, "Retry-After": "30"})

        ada.page.route("**/v1/changes**", refuse)
        comment(site, room_id, "now")
        until(lambda: ada.live() == "polling")
        comment(site, room_id, "within 15 s")
        ada.call("comments", "openRoom", room_id)
        until(lambda: [content for content, _ in ada.contents(room_id)] == ["now", "within 15 s"], 20)
        ada.call("replica", "refresh")


def a_hidden_page_stops_after_half_a_minute(site, browser):
    room_id = room(site)
    script = """let state = "visible";
        Object.defineProperty(document, "visibilityState", { get: () => state });
        globalThis.see = next => { state = next; document.dispatchEvent(new Event("visibilitychange")); };"""
    with signed_in(site, browser, script=script) as ada:
        until(lambda: ada.live() == "waiting")
        ada.page.evaluate("see('hidden')")
        comment(site, room_id, "soon after")
        until(lambda: ada.call("replica", "room", room_id)["commentCount"] == 1)
        until(lambda: ada.live() == "off", 60)
        comment(site, room_id, "unheard")
        ada.page.evaluate("see('visible')")
        until(lambda: ada.live() == "waiting" and ada.call("replica", "room", room_id)["commentCount"] == 2)


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


def drafts_survive_a_reload(site, browser):
    with signed_in(site, browser) as ada:
        ada.call("drafts", "save", "room:a", {"text": "first"})
        ada.call("drafts", "save", "room:b", {"text": "second"})
        ada.reload()
        until(lambda: ada.call("drafts", "load", "room:a") == {"text": "first"}, 3)
        assert ada.call("drafts", "load", "room:b") == {"text": "second"}
        ada.call("drafts", "save", "room:a", None)


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


def timestamps_and_mutes_agree_with_swift(site, browser):
    folder = pathlib.Path(__file__).parent / "vectors"
    vectors = {name: json.loads((folder / f"{name}.json").read_text()) for name in ("timestamp", "mutes")}
    context = browser.new_context()
    faults = Client(context, site.url).page.evaluate(
        """async ({ timestamp, mutes }) => {
            const at = name => new URL(name, document.querySelector('script[type=module]').src).href;
            const { cut, seconds, text } = await import(at("pure/timestamp.js"));
            const { folds } = await import(at("pure/mutes.js"));
            const isCut = (each, cut) => cut?.seconds === each.seconds && cut?.content === each.rest;
            return [
                ...timestamp.cut.filter(each => !isCut(each, cut(each.content))),
                ...timestamp.seconds.filter(each => seconds(each.text) !== each.seconds),
                ...timestamp.text.filter(each => text(each.seconds) !== each.text),
                ...mutes.folds.filter(({ userIDs = [], words, blocked, text, authorID, folds: expected }) =>
                    folds({ userIDs, words }, text, authorID, new Set(blocked)) !== expected),
            ];
        }""", vectors)
    assert faults == [], faults
    assert len(vectors["timestamp"]["cut"]) > 100 and len(vectors["mutes"]["folds"]) > 200
    context.close()


def thirty_archives_keep_their_comments(site, browser):
    with signed_in(site, browser) as ada:
        counts = ada.page.evaluate(
            """async () => {
                const at = name => new URL(name, document.querySelector('script[type=module]').src).href;
                const { MemoryDatabase } = await import(at("storage/memory.js"));
                const { apply, noteOpened, writeList, readState } = await import(at("replica/pages.js"));
                const database = new MemoryDatabase({
                    items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
                    documents: {}, cursor: {},
                });
                const state = () => database.transaction(["cursor"], "readonly", readState);
                const ids = Array.from({ length: 35 }, (_, number) => `room-${number}`);
                const rooms = ids.map(id => ({ id, members: [], archived: true, archivesAt: "2020-01-01T00:00:00Z" }));
                const page = { now: new Date().toISOString(), next: "1", more: false, rooms: { items: rooms, removed: [] } };
                await apply(database, await state(), page, 0);
                const moment = Date.now;
                for (const [number, id] of ids.entries()) {
                    Date.now = () => moment() + number * 1000;
                    await noteOpened(database, id);
                    await writeList(database, await state(), id, [{ id: `comment-${number}`, roomID: id, number: 1 }]);
                }
                Date.now = moment;
                const items = await database.transaction(["items"], "readonly", stores => stores.all("items"));
                const whole = items.filter(item => item.complete > 0).map(item => item.id);
                return [items.filter(item => item.collection === "comments").length, whole.includes("room-0"), whole.includes("room-34")];
            }""")
        assert counts == [30, False, True], counts


def tests():
    module = sys.modules[__name__]
    helpers = ("room", "comment", "sent", "signed_in", "tests", "main")
    found = [value for name, value in vars(module).items() if callable(value) and getattr(value, "__module__", "") == __name__]
    return [test for test in found if test.__name__ not in helpers]


def main():
    chosen = [test for test in tests() if len(sys.argv) < 2 or test.__name__ in sys.argv[1:]]
    failures = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(pathlib.Path(folder) / "data", 8290).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            for test in chosen:
                try:
                    test(site, browser)
                    print("ok    ", test.__name__, flush=True)
                except Exception:
                    failures += 1
                    print("FAILED", test.__name__, traceback.format_exc(), flush=True)
                for context in browser.contexts:
                    context.close()
        finally:
            browser.close()
            site.stop()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
