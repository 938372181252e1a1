"""Tests of play in the web client: whole puzzles by touch, mouse, keys and names, results, boards and own challenges."""

import random
import re

from demo_server import fresh_site
from fixtures import fetched
from playwright.sync_api import expect
from puzzles import begun, by_keys, by_mouse, by_touch, by_tree, chosen_faces, open_faces, press, some_path, spell, stored_moves, tab_to, text_of, tree
from visit import PHONE, Visit, until


def a_puzzle_is_played_by_mouse(site, browser):
    _whole_puzzle(site, browser, by_mouse)


def a_puzzle_is_played_by_touch(site, browser):
    _whole_puzzle(site, browser, by_touch, size=PHONE, has_touch=True)


def a_puzzle_is_played_by_keys_alone(site, browser):
    _whole_puzzle(site, browser, by_keys)


def a_puzzle_is_played_from_the_accessibility_tree(site, browser):
    """Letters, places and what a word does are read from names, descriptions and the status alone."""
    _whole_puzzle(site, browser, by_tree)


def typed_and_dragged_words_are_played(site, browser):
    visit, play = begun(site, browser, "untimed")
    found = some_path(play["letters"], [], random.Random(1))
    text = text_of(play["letters"], found)
    visit.page.keyboard.type(text)
    expect(visit.page.get_by_label("Word", exact=True)).to_have_value(text)
    expect(visit.page.locator(".tray-about")).to_contain_text(" = ")
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator(".face[aria-pressed=true]")).to_have_count(0)
    visit.page.get_by_label("Word", exact=True).fill(text)
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".played li")).to_have_count(1)
    dragged = some_path(play["letters"], stored_moves(site, play), random.Random(2))
    visit.button("Flat").click()
    for number, face in enumerate(dragged):
        box = visit.page.locator(f"[data-face='{face}']").bounding_box()
        visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=1)
        if number == 0:
            visit.page.mouse.down()
    visit.page.mouse.up()
    assert chosen_faces(visit) == dragged
    visit.button("Play word").click()
    expect(visit.page.locator(".played li")).to_have_count(2)
    until(lambda: len(stored_moves(site, play)) == 2, "two moves at the server")
    visit.end()


def enter_plays_the_word_whatever_was_pressed_last(site, browser):
    """Space presses a button again. Shift with an arrow turns the cube also from the tray. While cubelets are removed, the tray says so."""
    visit, play = begun(site, browser, "untimed")
    page, flat, cube = visit.page, visit.button("Flat"), visit.page.locator(".cube")
    found = some_path(play["letters"], [], random.Random(4))
    page.keyboard.type(text_of(play["letters"], found))
    flat.click()
    expect(flat).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator(".played li")).to_have_count(1)
    expect(flat).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(flat).to_have_attribute("aria-pressed", "false")
    page.get_by_label("Word", exact=True).focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(cube).to_have_attribute("data-turned", "")
    visit.button("Turn back").click()
    expect(cube).not_to_have_attribute("data-turned", "")
    visit.button("Remove a cubelet").click()
    expect(page.locator(".tray-about")).to_have_text("Tap the cubelet to remove.")
    visit.button("Remove a cubelet").click()
    expect(page.locator(".tray-about")).to_contain_text("Tap letters")
    visit.end()


def the_page_of_play_shows_time_left_and_scores(_, browser):
    """A timed puzzle that runs shows its time left. The list of friends shows the score that the card has, not the best word's."""
    with fresh_site() as site:
        today = site.call("GET", "/challenges/today", by="ada")
        site.call("PUT", f"/challenges/{today['timed']['id']}/play", by="ada")
        play = site.call("PUT", f"/challenges/{today['untimed']['id']}/play", by="ada")
        made = []
        for seed in (5, 6):
            made.append({"at": 0, "faces": some_path(play["letters"], [one["faces"] for one in made], random.Random(seed))})
        score = site.call("POST", f"/plays/{play['id']}/moves", {"moves": made, "finish": True}, by="ada")["score"]
        visit = Visit(browser, site.url).share(site.token("ada"))
        visit.page.goto("/play")
        card = visit.page.locator(f"[data-challenge='{today['timed']['id']}']")
        expect(card.get_by_role("timer")).to_have_text(re.compile(r"[0-2]:\d\d"))
        expect(card.get_by_role("link", name="Go on")).to_have_class("button button-main")
        expect(visit.page.locator(f"[data-challenge='{today['untimed']['id']}']")).to_contain_text(f"2 words, {score} points")
        mine = visit.page.get_by_role("region", name="You and your friends, by score").locator("[aria-current] > strong")
        expect(mine).to_have_text(str(score))
        visit.end()


def the_tray_says_why_a_word_does_not_count(site, browser):
    visit, play = begun(site, browser, "untimed")
    about, page = visit.page.locator(".tray-about"), visit.page
    visit.button("Flat").click()
    for face, says in ((54, "three faces or more"), (72, "three faces or more"), (7, "not touching")):
        page.locator(f"[data-face='{face}']").click() if face in open_faces(play["letters"], []) else None
    expect(about).to_contain_text(re.compile("three faces|not touching|not in the list"))
    visit.button("Clear").click()
    page.keyboard.type("zzzz")
    expect(about).to_contain_text("the cube doesn’t spell that")
    page.keyboard.press("Escape")
    found = some_path(play["letters"], [], random.Random(3))
    for _ in range(2):
        for face in found:
            if page.locator(f"[data-face='{face}']").count():
                page.locator(f"[data-face='{face}']").click()
        if _ == 0:
            page.keyboard.press("Enter")
            expect(page.locator(".played li")).to_have_count(1)
    expect(about).to_contain_text("played already")
    visit.button("Clear").click()
    visit.button("Remove a cubelet").click()
    page.locator("[data-face='80']").click()
    visit.button("Remove", page.get_by_role("dialog")).click()
    expect(page.locator("[data-face='80']")).to_have_count(0)
    until(lambda: stored_moves(site, play)[-1].get("cubelet") == 26, "the removal")
    visit.end()


def own_challenges_are_made_shared_and_joined(_, browser):
    with fresh_site() as site:
        visit = Visit(browser, site.url).sign_in("ada")
        visit.page.goto("/play")
        visit.button("New challenge").click()
        visit.page.get_by_label("Thirty days").check()
        visit.button("Create challenge").click()
        visit.shows("challenge")
        code = visit.page.locator("code").inner_text()
        own = re.search(r"/challenges/(.+)", visit.page.url)[1]
        visit.button("Invite friends").click()
        visit.page.get_by_role("button", name="Invite bea").click()
        expect(visit.page.get_by_text("Invited", exact=True)).to_be_visible()
        visit.page.keyboard.press("Escape")
        other = Visit(browser, site.url).sign_in("cem")
        other.page.goto(f"/play#{code}")
        other.button("Join").click()
        other.shows("challenge")
        assert site.call("GET", f"/challenges/{own}", by="cem")["code"] == code and site.call("GET", f"/challenges/{own}", by="bea")["id"] == own
        other.page.goto("/play/00000000")
        other.button("Join").click()
        expect(other.page.get_by_text("There is no such code")).to_be_visible()
        other.faults[:] = [fault for fault in other.faults if "404" not in fault]
        other.end()
        visit.end()


def results_boards_and_my_play_follow_the_api(site, browser):
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = visit.page
    past = next(one for one in site.call("GET", "/challenges?kind=daily&mode=timed", by="ada")["items"] if one.get("mine", {}).get("rank"))
    for by, scope in (("score", "everyone"), ("word", "everyone"), ("score", "friends")):
        page.goto(f"/challenges/{past['id']}")
        visit.shows("challenge")
        page.get_by_label("Best word").check() if by == "word" else None
        page.get_by_label("Friends", exact=True).check() if scope == "friends" else None
        entries = site.call("GET", f"/challenges/{past['id']}/results?by={by}&scope={scope}", by="ada")["items"]
        until(lambda: [int(text) for text in page.locator(".ranking .rank").all_inner_texts()] == [one["rank"] for one in entries], by + scope)
        scores = [one["bestWord"]["score"] if by == "word" else one["score"] for one in entries]
        assert [int(text) for text in page.locator(".ranking .ranked > strong").all_inner_texts()] == scores
    page.locator(".ranking a").first.click()
    visit.shows("replay")
    play = site.call("GET", f"/plays/{entries[0]['playID']}", by="ada")
    for move in play["moves"]:
        expect(page.locator("main [role=status]")).to_contain_text(f"{move['word']}, {move['score']} points" if "word" in move else "removed")
        assert sorted(chosen_faces(visit)) == sorted(move.get("faces", chosen_faces(visit)))
        visit.button("Next").click()
    expect(page.locator("main [role=status]")).to_contain_text(f"{play['score']} points")
    for mode, period in (("timed", "week"), ("untimed", "all")):
        page.goto("/boards")
        visit.shows("boards")
        if mode == "untimed":
            page.get_by_label("Untimed").check()
            page.get_by_label("All time").check()
        entries = site.call("GET", f"/boards?mode={mode}&period={period}", by="ada")["items"]
        until(lambda: [int(text) for text in page.locator(".ranking .ranked > strong").all_inner_texts()] == [one["score"] for one in entries], mode)
    page.goto("/play/me")
    visit.shows("play")
    words = site.call("GET", "/me/words?limit=50", by="ada")["items"]
    until(lambda: page.locator("section", has_text="Words").last.count() and page.get_by_text(words[0]["word"], exact=True).count() > 0, "my words")
    page.get_by_label("Show my name to friends only").check()
    until(lambda: site.call("GET", "/me/play", by="ada")["namedTo"] == "friends", "the choice")
    page.get_by_label("Show my name to friends only").uncheck()
    until(lambda: site.call("GET", "/me/play", by="ada")["namedTo"] == "everyone", "the choice")
    visit.end()


def my_place_shows_those_around_me(site, browser):
    """With three results a page, "My place" is what the API says about me, and goes on from there."""
    past = next(one for one in site.call("GET", "/challenges?kind=daily&mode=timed", by="cem")["items"] if one.get("mine", {}).get("rank"))
    visit = Visit(browser, site.url).share(site.token("cem"))
    page = visit.page
    page.route("**/results?*", lambda route: route.fulfill(response=fetched(route, "limit=50", "limit=3")))
    page.goto(f"/challenges/{past['id']}")
    visit.shows("challenge")
    ranks = lambda: [int(text) for text in page.locator(".ranking .rank").all_inner_texts()]
    for label, query in (("My place", "&around=me"), ("The best", "")):
        page.get_by_label(label, exact=True).check()
        wanted = site.call("GET", f"/challenges/{past['id']}/results?by=score&scope=everyone&limit=3{query}", by="cem")
        until(lambda: ranks()[:3] == [one["rank"] for one in wanted["items"]], label)
        if query:
            expect(page.locator(".ranking [aria-current]")).to_contain_text("cem")
    visit.end()


def an_admin_strikes_a_play(site, browser):
    """From its replay: it goes from the results, and its player reads it. Others have no such button."""
    challenge, rng = site.call("POST", "/challenges", {"mode": "untimed"}, by="ada"), random.Random(21)
    site.call("POST", "/challenges/join", {"code": challenge["code"]}, by="bea")
    plays = {}
    for who in ("ada", "bea"):
        play = plays[who] = site.call("PUT", f"/challenges/{challenge['id']}/play", by=who)
        move = {"at": 0, "faces": some_path(play["letters"], [], rng)}
        site.call("POST", f"/plays/{play['id']}/moves", {"moves": [move], "finish": True}, by=who)
    bea = Visit(browser, site.url).share(site.token("bea"))
    bea.page.goto(f"/plays/{plays['ada']['id']}")
    bea.shows("replay")
    expect(bea.button("Strike")).to_have_count(0)
    visit = Visit(browser, site.url).share(site.token("ada"))
    page = visit.page
    page.goto(f"/challenges/{challenge['id']}")
    row = page.locator(f"a[href='/plays/{plays['bea']['id']}']")
    row.click()
    visit.shows("replay")
    visit.button("Strike").click()
    visit.button("Cancel", page.get_by_role("dialog")).click()
    expect(visit.button("Strike")).to_be_focused()
    visit.button("Strike").click()
    visit.button("Strike", page.get_by_role("dialog")).click()
    visit.shows("challenge")
    expect(page.locator(".ranking li")).to_have_count(1)
    expect(row).to_have_count(0)
    assert site.call("GET", f"/plays/{plays['bea']['id']}", by="bea")["struck"]
    bea.page.goto(f"/challenges/{challenge['id']}")
    expect(bea.page.locator("main")).to_contain_text("An admin has struck this play.")
    visit.end()
    bea.end()


def the_cube_stays_playable_at_the_edges(site, browser):
    """At 320 px, with 200 % text, forced colours and reduced motion, words are played, nothing is wider than the page, and faces are large enough."""
    for options, zoom in (({}, 1), ({}, 2), ({"forced_colors": "active"}, 1), ({"reduced_motion": "reduce"}, 1)):
        visit, play = begun(site, browser, "untimed", size=(320, 640), **options)
        if zoom == 2:
            visit.page.evaluate("document.documentElement.style.fontSize = '32px'")
            expect(visit.page.locator(".cube[data-flat]")).to_be_visible()
        else:
            # A square of 28 px around the middle of each face hits that face.
            # While a page comes in, nothing of it is hit.
            until(lambda: visit.page.evaluate(ROOM) == [], visit.page.evaluate(ROOM))
        spell(visit, play, [], random.Random(11))
        until(lambda: len(stored_moves(site, play)) == 1, "the word")
        assert visit.fits()
        visit.end()


def _whole_puzzle(site, browser, spell, **options):
    for mode in ("untimed", "timed"):
        visit, play = begun(site, browser, mode, **options)
        rng, made = random.Random(mode), []
        for _ in range(4 if mode == "untimed" else 2):
            path = some_path(play["letters"], made, rng)
            spell(visit, path)
            made.append(path)
            expect(visit.page.locator(".played li")).to_have_count(len(made))
        until(lambda: [move.get("faces") for move in stored_moves(site, play)] == made, "the moves at the server")
        stored = site.call("GET", f"/plays/{play['id']}", by="ada")
        shown = [text.split() for text in visit.page.locator(".played li").all_inner_texts()][::-1]
        assert shown == [[move["word"], str(move["score"])] for move in stored["moves"]], (shown, stored["moves"])
        assert visit.page.locator(".table strong").first.inner_text() == str(stored["score"])
        _finish(visit, spell)
        visit.page.get_by_role("heading", name="Results").wait_for()
        assert site.call("GET", f"/plays/{play['id']}", by="ada")["over"]
        visit.end()


def _finish(visit, spell):
    page = visit.page
    if spell is by_keys:
        tab_to(page, "document.activeElement?.textContent === 'Finish'")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    elif spell is by_tree:
        session = visit.context.new_cdp_session(page)
        press(session, tree(session, "button", "Finish")[0])
        expect(page.get_by_role("dialog")).to_be_visible()
        press(session, tree(session, "button", "Finish")[-1])
    else:
        visit.button("Finish").click()
        visit.button("Finish", page.get_by_role("dialog")).click()


# The faces around whose middle a square of 28 px isn't theirs.
ROOM = """[...document.querySelectorAll(".face")].filter((node) => {
    node.scrollIntoView({ block: "center" });
    const { x, y, width, height } = node.getBoundingClientRect();
    return ![[-14, -14], [13, -14], [-14, 13], [13, 13]].every(([right, down]) => node.contains(document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)));
}).map((node) => node.getAttribute("aria-label"))"""
