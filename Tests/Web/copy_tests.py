"""Tests of the copy that the web client keeps in the browser: syncing, live changes, kept answers."""

from client import Client, Refused, until
from fixtures import comment, fetched, room, sent, signed_in


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
        until(lambda: ada.call("replica", "room", "gone"))
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


def a_refused_long_poll_becomes_polling(site, browser):
    room_id = room(site)
    with signed_in(site, browser) as ada:
        until(lambda: ada.live() == "waiting")

        def refuse(route):
            if "wait=" not in route.request.url:
                return route.continue_()
            answer = fetched(route, "wait=25", "wait=0")
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


def thirty_archives_keep_their_comments(site, browser):
    with signed_in(site, browser) as ada:
        counts = ada.page.evaluate(
            """async () => {
                const at = name => new URL(name, document.querySelector('script[type=module]').src).href;
                const { MemoryDatabase } = await import(at("davenport/storage/memory.js"));
                const { readState, writeChanges } = await import(at("davenport/copy/updates.js"));
                const { noteOpened, writeList } = await import(at("davenport/room/room-updates.js"));
                const database = new MemoryDatabase({
                    items: { keyPath: ["collection", "id"], indexes: { parent: ["collection", "parent"], pass: ["collection", "pass"] } },
                    documents: {}, cursor: {},
                }, []);
                let now = Date.now();
                const copy = { database, platform: { now: () => now } };
                const state = () => database.transaction(["cursor"], "readonly", readState);
                const ids = Array.from({ length: 35 }, (_, number) => `room-${number}`);
                const rooms = ids.map(id => ({ id, members: [], archived: true, archivesAt: "2020-01-01T00:00:00Z" }));
                const page = { now: new Date().toISOString(), next: "1", more: false, rooms: { items: rooms, removed: [] } };
                await writeChanges(copy, await state(), page, 0);
                for (const [number, id] of ids.entries()) {
                    now += 1000;
                    await noteOpened(copy, id);
                    await writeList(copy, await state(), id, [{ id: `comment-${number}`, roomID: id, number: 1 }]);
                }
                const items = await database.transaction(["items"], "readonly", stores => stores.all("items"));
                const whole = items.filter(item => item.complete > 0).map(item => item.id);
                return [items.filter(item => item.collection === "comments").length, whole.includes("room-0"), whole.includes("room-34")];
            }""")
        assert counts == [30, False, True], counts
