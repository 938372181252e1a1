"""Tests of a play in the web client: without network, in several tabs, on other devices, by the server's clock, and what is hidden."""

import random
import re

from client import CALL
from demo_server import fresh_site
from playwright.sync_api import expect
from puzzles import begun, move_clock, press_face, some_path, spell, stored_moves, text_of
from visit import PHONE, Visit, until

from tools.cube import words


def reload_offline_tabs_and_another_device_lose_and_double_nothing(_, browser):
    with fresh_site() as site:
        visit, play = begun(site, browser, "untimed", by="ada")
        rng, page = random.Random(4), visit.page
        until(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))"), "a service worker")
        # The puzzle has a style sheet of its own.
        assert page.evaluate("""async () => {
            const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
            return kept.flat().some((request) => request.url.endsWith("/css/play.css"));
        }""")
        made = []
        for _ in range(2):
            made.append(spell(visit, play, made, rng))
        until(lambda: len(stored_moves(site, play)) == 2, "two moves")
        site.stop()
        for _ in range(3):
            made.append(spell(visit, play, made, rng))
        expect(page.locator("[data-unsent='3']")).to_be_attached()
        expect(page.locator("html[data-outbox='3']")).to_be_attached()
        expect(page.get_by_text("3 moves not sent yet.")).to_be_visible()
        page.reload()
        expect(page.locator("[data-unsent='3']")).to_be_attached()
        expect(page.locator(".played li")).to_have_count(5)
        other = visit.context.new_page()
        other.goto(f"/challenges/{play['challengeID']}")
        expect(other.get_by_text("You play in another tab.")).to_be_visible()
        expect(other.locator(".played li")).to_have_count(5)
        visit.faults.clear()  # Requests without a server.
        site.start()
        expect(page.locator("html[data-outbox='0']")).to_be_attached(timeout=90_000)
        stored = stored_moves(site, play)
        assert [move["faces"] for move in stored] == made, (stored, made)
        expect(page.locator("main .played li")).to_have_count(5)
        visit.faults.clear()
        other.get_by_role("button", name="Play here").click()
        expect(other.get_by_text("You play in another tab.")).to_have_count(0)
        expect(page.get_by_text("You play in another tab.")).to_be_visible()
        other.close()
        expect(page.get_by_text("You play in another tab.")).to_have_count(0)
        # Another device plays on.
        path = some_path(play["letters"], stored, rng)
        site.call("POST", f"/plays/{play['id']}/moves", {"from": 5, "moves": [{"at": stored[-1]["at"], "faces": path}]}, by="ada")
        expect(page.locator(".played li")).to_have_count(6)
        # The same at the same moment: the server's play is shown.
        page.route("**/v1/plays/*/moves", lambda route: route.abort())
        page.route("**/v1/changes**", lambda route: route.abort())
        page.route(f"**/v1/plays/{play['id']}", lambda route: route.abort())
        spell(visit, play, stored_moves(site, play), rng)
        stored = stored_moves(site, play)
        path = some_path(play["letters"], stored, random.Random(99))
        site.call("POST", f"/plays/{play['id']}/moves", {"from": 6, "moves": [{"at": stored[-1]["at"], "faces": path}]}, by="ada")
        page.unroute("**/v1/plays/*/moves")
        page.unroute(f"**/v1/plays/{play['id']}")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.get_by_text("You played on elsewhere.")).to_be_visible()
        assert len(stored_moves(site, play)) == 7
        expect(page.locator(".played li")).to_have_count(7)
        visit.context.close()


def a_timed_play_ends_by_the_servers_clock(_, browser):
    """The device's clock is ten minutes ahead and jumps; the server's decides. What was made offline and is sent after the end is too late."""
    wrong = """(() => { const real = Date.now; let ahead = 600_000; Date.now = () => real() + ahead; globalThis.jump = (by) => { ahead += by; }; })()"""
    with fresh_site() as site:
        visit, play = begun(site, browser, "timed", script=wrong)
        page, rng = visit.page, random.Random(5)
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^2:\d\d|3:00$"))
        first = spell(visit, play, [], rng)
        page.evaluate("jump(-3_600_000)")
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[12]:\d\d$"))
        until(lambda: len(stored_moves(site, play)) == 1, "the first move")
        # On a busy machine the first word has taken a while.
        minutes, seconds = page.get_by_role("timer").inner_text().split(":")
        move_clock(site, f"+{int(minutes) * 60 + int(seconds) - 55}s")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^0:[0-5]\d$"))
        expect(page.locator("#status")).to_have_text(re.compile("seconds left|points"))
        page.route("**/v1/plays/**", lambda route: route.abort())
        second = spell(visit, play, [first], rng)
        assert second
        expect(page.locator("[data-unsent='1']")).to_be_attached()
        expect(page.get_by_text("The time is over.").first).to_be_visible(timeout=90_000)
        expect(visit.button("Play word")).to_be_hidden()
        move_clock(site, "+20s")
        page.unroute("**/v1/plays/**")
        page.evaluate("dispatchEvent(new Event('online'))")
        word = text_of(play["letters"], second)
        expect(page.get_by_text(f"Too late for the server: {word}.").first).to_be_visible()
        assert [move["faces"] for move in stored_moves(site, play)] == [first]
        visit.button("Throw away").click()
        expect(page.get_by_role("heading", name="Results")).to_be_visible()
        visit.faults.clear()  # The requests that were cut.
        visit.context.close()


def a_minute_without_network_costs_nothing(_, browser):
    """In a timed play a minute passes between cut requests. Words of before, during and after it count at the times at which they were made."""
    late = """(() => { const real = performance.now.bind(performance); let ahead = 0; performance.now = () => real() + ahead;
        globalThis.jump = (by) => { ahead += by; }; })()"""
    with fresh_site() as site:
        visit, play = begun(site, browser, "timed", script=late, service_workers="block")
        page, rng, made = visit.page, random.Random(12), []
        made.append(spell(visit, play, made, rng))
        until(lambda: len(stored_moves(site, play)) == 1, "the first move")
        page.route("**/v1/**", lambda route: route.abort())
        made.append(spell(visit, play, made, rng))
        move_clock(site, "+1m")
        page.evaluate("jump(60_000)")
        expect(page.get_by_role("timer")).to_have_text(re.compile(r"^(1:[0-5]|0:[345])\d$"))
        made.append(spell(visit, play, made, rng))
        expect(page.locator("[data-unsent='2']")).to_be_attached()
        expect(page.get_by_text("2 moves not sent yet.")).to_be_visible()
        page.unroute("**/v1/**")
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("[data-unsent]")).to_have_count(0)
        made.append(spell(visit, play, made, rng))
        until(lambda: [move["faces"] for move in stored_moves(site, play)] == made, "all four words")
        first, second, third, last = [move["at"] for move in stored_moves(site, play)]
        assert first < second < third - 60_000 < last and third - second < 120_000, (first, second, third, last)
        # The ring shows what the server has left.
        left = 180_000 - site.call("GET", f"/plays/{play['id']}", by="ada")["elapsed"]
        minutes, seconds = map(int, page.get_by_role("timer").inner_text().split(":"))
        assert abs(left / 1000 - 60 * minutes - seconds) < 5, (left, minutes, seconds)
        visit.context.close()


def nothing_of_a_puzzle_is_known_before_its_start(_, browser):
    with fresh_site() as site:
        today = site.call("GET", "/challenges/today", by="bea")
        # The demo's Bea has played it already.
        play = site.call("GET", f"/plays/{today['timed']['mine']['playID']}", by="bea")
        assert play["over"] and play["moves"]
        visit = Visit(browser, site.url)
        visit.page.add_init_script(KEEP_ANSWERS)
        visit.sign_in("ada")
        for path in ("/play", f"/challenges/{today['timed']['id']}", "/boards", "/play/me"):
            visit.page.goto(path)
            visit.page.locator("main[data-state=ready]").wait_for()
        until(lambda: visit.page.evaluate(CALL, ["replica", "isWhole", []])["result"], "a whole copy")
        readable = visit.readable()
        assert "/v1/changes" in readable and not any(hidden in readable for hidden in (play["letters"], play["id"])), "something of the puzzle"
        visit.page.goto(f"/plays/{play['id']}")
        visit.shows("replay", "error")
        visit.faults[:] = [fault for fault in visit.faults if "404" not in fault]
        # After mine, I see it, and nothing of it is stored.
        visit.page.goto("/play")
        visit.page.locator(f"[data-challenge='{today['timed']['id']}']").get_by_role("button", name="Start").click()
        visit.page.locator(".face").first.wait_for()
        visit.button("Finish").click()
        visit.button("Finish", visit.page.get_by_role("dialog")).click()
        visit.page.locator(f"a[href='/plays/{play['id']}']").click()
        visit.shows("replay")
        expect(visit.page.locator(".face").first).to_be_visible()
        stored = visit.page.evaluate(STORED)
        assert play["id"] not in stored, "somebody's play is stored"
        visit.end()


def the_list_is_there_before_start(_, browser):
    """On a first visit at 1.6 Mbit/s, Start waits for the list of words, and words are judged here."""
    with fresh_site() as site:
        visit = Visit(browser, site.url, PHONE).sign_in("ada")
        session = visit.context.new_cdp_session(visit.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000})
        visit.page.goto("/play")
        button = visit.page.locator("[data-challenge]").first.get_by_role("button", name="Start")
        expect(button).to_be_visible()
        expect(button).to_be_enabled()
        assert visit.page.get_by_text("checked by the server").count() == 0
        kept = visit.page.evaluate("caches.open('davenport-words').then((cache) => cache.keys()).then((keys) => keys.length)")
        assert kept == 1, kept
        visit.end()


def without_the_list_the_server_judges(_, browser):
    with fresh_site() as site:
        visit, play = begun(site, browser, "untimed", blocks="**/v1/word-lists/**")
        found = some_path(play["letters"], [], random.Random(10))
        nonsense = [78, 79, 80] if text_of(play["letters"], [78, 79, 80]) not in words().words else [79, 78, 80]
        for faces in (found, nonsense):
            for face in faces:
                if visit.page.locator(f"[data-face='{face}']").count() == 0:
                    break
                press_face(visit, face)
            visit.button("Play word").click()
        until(lambda: [move["faces"] for move in stored_moves(site, play)] == [found], "the word alone")
        expect(visit.page.get_by_text("was taken back: not in the list.")).to_be_visible()
        visit.context.close()


# What is stored, without the page itself.
STORED = """async () => {
    const found = [];
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve) => { const request = indexedDB.open(name); request.onsuccess = () => resolve(request.result); });
        for (const store of database.objectStoreNames) {
            found.push(JSON.stringify(await new Promise((resolve) => {
                const request = database.transaction(store).objectStore(store).getAll();
                request.onsuccess = () => resolve(request.result);
            })));
        }
        database.close();
    }
    return found.join("\\n");
}"""

# Keeps each answer of the API where `Visit.readable` finds it.
KEEP_ANSWERS = """(() => {
    const real = fetch;
    globalThis.fetch = async (...request) => {
        const answer = await real(...request);
        const url = String(request[0]);
        const isKept = url.includes("/v1/") && !url.includes("word-lists");
        if (isKept) answer.clone().text().then((text) => sessionStorage.setItem(`${url} ${performance.now()}`, text), () => {});
        return answer;
    };
})()"""
