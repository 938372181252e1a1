"""Tests of play in the web client: puzzles by keys, touch, mouse and names, without network and in two tabs; results, boards and own challenges."""

import json
import pathlib
import random
import re

from demo_server import ROOT, fresh_site
from fixtures import confirm, fetched
from playwright.sync_api import expect
from puzzles import begun, by_keys, by_touch, by_tree, chosen_faces, middle, press, some_path, spell, stored_moves, tab_to, text_of, tree
from visit import PHONE, Visit, until, visit_of

# The faces around whose middle a square of 28 px isn't theirs.
ROOM = """[...document.querySelectorAll(".face")].filter((node) => {
    node.scrollIntoView({ block: "center" });
    const { x, y, width, height } = node.getBoundingClientRect();
    const corners = [[-14, -14], [13, -14], [-14, 13], [13, 13]];
    return !corners.every(([right, down]) => node.contains(document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)));
}).map((node) => node.getAttribute("aria-label"))"""


def a_puzzle_is_played_by_keys_alone(site, browser):
    _whole_puzzle(site, browser, "timed", by_keys)


def a_puzzle_is_played_by_touch(site, browser):
    _whole_puzzle(site, browser, "untimed", by_touch, size=PHONE, has_touch=True)


def a_puzzle_is_played_from_the_accessibility_tree(site, browser):
    """Letters, places and what a word does are read from names, descriptions and the status alone."""
    _whole_puzzle(site, browser, "untimed", by_tree)


def _whole_puzzle(site, browser, mode, play_word, **options):
    visit, play = begun(site, browser, mode, **options)
    page, rng, made = visit.page, random.Random(mode), []
    for _ in range(2):
        path = some_path(play["letters"], made, rng)
        play_word(visit, path)
        made.append(path)
        expect(page.locator(".played li")).to_have_count(len(made))
    until(lambda: [move.get("faces") for move in stored_moves(site, play)] == made, "the moves at the server")
    stored = site.call("GET", f"/plays/{play['id']}", by="ada")
    shown = [text.split() for text in page.locator(".played li").all_inner_texts()][::-1]
    assert shown == [[move["word"], str(move["score"])] for move in stored["moves"]], (shown, stored["moves"])
    assert page.locator(".table strong").first.inner_text() == str(stored["score"])
    if play_word is by_keys:
        tab_to(page, "document.activeElement?.textContent === 'Finish'")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    else:
        session = visit.context.new_cdp_session(page)
        press(session, tree(session, "button", "Finish")[0])
        expect(page.get_by_role("dialog")).to_be_visible()
        press(session, tree(session, "button", "Finish")[-1])
    page.get_by_role("heading", name="Results").wait_for()
    assert site.call("GET", f"/plays/{play['id']}", by="ada")["over"]
    visit.end()


def words_are_typed_and_dragged_and_enter_plays_them(site, browser):
    """Whatever button was pressed last. Space presses a button again, and Shift with an arrow turns the cube also from the tray."""
    visit, play = begun(site, browser)
    page, flat, cube, field = visit.page, visit.page.locator(".turns > .button"), visit.page.locator(".cube"), visit.page.get_by_label("Word", exact=True)
    text = text_of(play["letters"], some_path(play["letters"], [], random.Random(1)))
    page.keyboard.type(text)
    expect(field).to_have_value(text)
    page.keyboard.press("Escape")
    expect(page.locator(".face[aria-pressed=true]")).to_have_count(0)
    # A refused word says why.
    page.keyboard.type("zzzz")
    page.keyboard.press("Enter")
    expect(page.locator(".tray-about .bad")).to_have_text("zzzz: the cube doesn’t spell that.")
    page.keyboard.press("Escape")
    page.keyboard.type(text)
    flat.click()
    page.keyboard.press("Enter")
    expect(page.locator(".played li")).to_have_count(1)
    expect(visit.button("Fold")).to_be_visible()
    until(lambda: len(stored_moves(site, play)) == 1, "the word")
    dragged = some_path(play["letters"], stored_moves(site, play), random.Random(2))
    for number, face in enumerate(dragged):
        page.mouse.move(*middle(visit, face), steps=1)
        if number == 0:
            page.mouse.down()
    page.mouse.up()
    assert chosen_faces(visit) == dragged
    visit.button("Play word").click()
    expect(page.locator(".played li")).to_have_count(2)
    flat.press("Enter")
    expect(visit.button("Unfold")).to_be_visible()
    field.press("Shift+ArrowLeft")
    expect(cube).to_have_attribute("data-turned", "")
    visit.button("Turn back").click()
    expect(cube).not_to_have_attribute("data-turned", "")
    for leaves in (lambda: page.keyboard.press("Escape"), visit.button("Cancel").click, lambda: None):
        visit.button("More").click()
        visit.button("Remove a cubelet").click()
        expect(page.locator(".tray-about")).to_contain_text("Tap the cubelet to remove.")
        leaves()
    flat.click()
    page.locator("[data-face='80']").click()
    confirm(visit, "Remove")
    expect(page.locator("[data-face='80']")).to_have_count(0)
    until(lambda: stored_moves(site, play)[-1].get("cubelet") == 26, "the removal")
    # What runs comes first among the puzzles.
    visit.opens("/play", "play")
    expect(page.locator(".challenge-card").first).to_have_attribute("data-challenge", play["challengeID"])
    expect(page.locator(".challenge-card").first.get_by_role("link")).to_have_text("Go on")
    # The day's puzzle has the main action.
    expect(page.locator(".today .button-main").first).to_have_text("Start")
    visit.end()


def every_open_face_can_be_reached(site, browser):
    """On positions of random games, each open face is there unfolded, is reached by arrows, and its letter can be typed. Nearly all are seen at some turn."""
    games = json.loads((ROOT / "Tests/Web/vectors/game.json").read_text())["games"]
    positions = [[game["letters"], game["moves"][:count]] for game in games for count in range(0, len(game["moves"]) + 1, 2)]
    visit, _ = begun(site, browser, size=(320, 640))
    found = visit.page.evaluate(pathlib.Path(__file__).with_name("reached-faces.js").read_text(), positions)
    assert found["unreached"] == [], found["unreached"][:5]
    # What a turn doesn't show, Unfold does.
    assert 0 <= found["hidden"] * 200 < found["faces"], found
    visit.end()


def the_cube_stays_playable_at_the_edges(site, browser):
    """Shows rule 16.37: at 320 px, with 200 % text, forced colours and reduced motion, words are played, nothing is wider than the page, and faces are large enough."""
    for options, zoom in (({}, 1), ({}, 2), ({"forced_colors": "active"}, 1), ({"reduced_motion": "reduce"}, 1)):
        visit, play = begun(site, browser, size=(320, 640), **options)
        if zoom == 2:
            visit.page.evaluate("document.documentElement.style.fontSize = '32px'")
            expect(visit.page.locator(".cube[data-flat]")).to_be_visible()
        else:
            # A square of 28 px around the middle of each face hits that face. While a page comes in, nothing of it is hit.
            until(lambda: visit.page.evaluate(ROOM) == [], visit.page.evaluate(ROOM))
        spell(visit, play, [], random.Random(11))
        until(lambda: len(stored_moves(site, play)) == 1, "the word")
        assert visit.fits()
        visit.end()


def a_reload_without_the_server_loses_and_doubles_nothing(_, browser):
    with fresh_site() as site:
        visit, play = begun(site, browser)
        page, rng = visit.page, random.Random(4)
        visit.has_worker()
        # The puzzle has a style sheet of its own, and the list of words is kept.
        assert page.evaluate("""async () => {
            const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
            return [/css.play\\.css$/, /word-lists/].every((wanted) => kept.flat().some((request) => wanted.test(request.url)));
        }""")
        made = [spell(visit, play, [], rng)]
        until(lambda: len(stored_moves(site, play)) == 1, "a move")
        site.stop()
        for _ in range(2):
            made.append(spell(visit, play, made, rng))
        expect(page.locator("html[data-outbox='2']")).to_be_attached()
        expect(page.get_by_text("2 moves not sent yet.")).to_be_visible()
        page.reload()
        expect(page.locator("[data-unsent='2']")).to_be_attached()
        expect(page.locator(".played li")).to_have_count(3)
        site.start()
        expect(page.locator("html[data-outbox='0']")).to_be_attached(timeout=90_000)
        assert [move["faces"] for move in stored_moves(site, play)] == made
        visit.heard_only_of_a_stopped_server()
        visit.context.close()


def own_challenges_are_made_shared_and_joined(_, browser):
    with fresh_site() as site:
        visit, other = Visit(browser, site).share("ada"), Visit(browser, site).share("cem")
        visit.page.goto("/play")
        visit.button("New challenge").click()
        visit.page.get_by_label("Thirty days").check()
        visit.button("Create challenge").click()
        visit.shows("challenge")
        code = visit.page.locator("code").inner_text()
        own = re.search(r"/challenges/(.+)", visit.page.url)[1]
        visit.button("Invite friends").click()
        visit.page.get_by_role("button", name=re.compile("^Invite bea$", re.I)).click()
        expect(visit.page.get_by_text("Invited", exact=True)).to_be_visible()
        other.page.goto(f"/play#{code}")
        other.button("Join").click()
        other.shows("challenge")
        assert site.call("GET", f"/challenges/{own}", by="cem")["code"] == code and site.call("GET", f"/challenges/{own}", by="bea")["id"] == own
        other.page.goto("/play/00000000")
        other.button("Join").click()
        expect(other.page.get_by_text("There is no such code")).to_be_visible()
        other.end(("404",))
        visit.end()
        # Of days before somebody joined, their play says nothing.
        site.account("late.comer")
        late = visit_of(site, browser, "late.comer", "/play/me")
        expect(late.page.get_by_role("heading", name="History")).to_be_visible()
        expect(late.page.locator(".skeleton")).to_have_count(0)
        expect(late.page.get_by_text("Not played.")).to_have_count(0)
        late.end()


def results_replays_boards_and_my_play_follow_the_api(site, browser):
    """Shows rule 16.37: with three results a page, friends come first, and both lists are what the API says."""
    visit = Visit(browser, site).share("cem")
    page = visit.page
    past = next(one for one in site.call("GET", "/challenges?kind=daily&mode=timed", by="cem")["items"] if one.get("mine", {}).get("rank"))
    scores = lambda: [int(text) for text in page.locator(".ranking").last.locator(".ranked > strong").all_inner_texts()]
    page.route("**/results?*", lambda route: route.fulfill(response=fetched(route, "limit=50", "limit=3")))
    visit.opens(f"/challenges/{past['id']}", "challenge")
    for by, label in (("score", "Best word"), ("word", "Points")):
        for place, scope in ((page.locator(".ranking").first, "friends"), (page.locator(".ranking").last, "everyone")):
            found = site.call("GET", f"/challenges/{past['id']}/results?limit=3&by={by}&scope={scope}", by="cem")["items"]
            wanted = [one["bestWord"]["score"] if by == "word" else one["score"] for one in found]
            if scope == "everyone" or page.locator(".ranking").count() > 1:
                until(lambda: [int(text) for text in place.locator(".ranked > strong").all_inner_texts()][:3] == wanted, f"{scope} by {by}")
        page.get_by_role("radio", name=label, exact=True).check()
    expect(page.locator("main [aria-current=true]").first).to_contain_text(re.compile("cem.*you", re.I))
    expect(page.locator(".own-result")).to_contain_text(f"{past['mine']['score']} points")
    # The first row's play.
    found = [{"playID": page.locator(".ranking a").first.get_attribute("href").rsplit("/", 1)[1]}]
    page.locator(".ranking a").first.click()
    visit.shows("replay")
    play = site.call("GET", f"/plays/{found[0]['playID']}", by="cem")
    for move in play["moves"]:
        expect(page.locator("main [role=status]")).to_contain_text(f"{move['word']}, {move['score']} points" if "word" in move else "removed")
        assert sorted(chosen_faces(visit)) == sorted(move.get("faces", chosen_faces(visit)))
        visit.button("Next").click()
    expect(page.locator("main [role=status]")).to_contain_text(f"{play['score']} points")
    # It also runs by itself, from its beginning to its end.
    visit.button("Play").click()
    expect(visit.button("Pause")).to_be_visible()
    expect(page.locator("main [role=status]")).not_to_contain_text(f"{play['score']} points")
    expect(visit.button("Play")).to_be_visible(timeout=30_000)
    visit.opens("/boards", "boards")
    page.get_by_label("Untimed").check()
    page.get_by_label("All time").check()
    board = site.call("GET", "/boards?mode=untimed&period=all", by="cem")["items"]
    until(lambda: scores() == [one["score"] for one in board], "the board")
    # The reader's place stands above it, and below it who was first on each of the last days.
    mine = next(one for one in board if one.get("user", {}).get("id") == site.id("cem"))
    expect(page.locator(".own-standing")).to_contain_text(f"{mine['rank']} of {len(board)}")
    expect(page.locator(".first-days a")).to_have_count(7)
    best = [one["bestWord"] for one in site.call("GET", "/boards?mode=untimed&period=all&by=word&limit=5", by="cem")["items"]]
    shown = lambda selector: page.locator(f".best-words {selector}").all_inner_texts()[:len(best)]
    until(lambda: list(zip(shown(".person-text > bdi"), shown("strong"))) == [(one["word"], str(one["score"])) for one in best], "the best words")
    page.get_by_label("Today").check()
    expect(page.locator("main")).to_contain_text(re.compile("Play today’s puzzle first|points? in the|Points in the"))
    visit.opens("/play/me", "play")
    expect(page.get_by_text(site.call("GET", "/me/words?limit=50", by="cem")["items"][0]["word"], exact=True).first).to_be_visible()
    box = page.get_by_label("Show my name to friends only")
    for named, act in (("friends", box.check), ("everyone", box.uncheck)):
        act()
        until(lambda: site.call("GET", "/me/play", by="cem")["namedTo"] == named, named)
    visit.end()


def the_first_steps_teach_the_puzzle(site, browser):
    """Shows rule 16.37: three steps that are played, once; they come again from the rules, and can be skipped."""
    for who, skips in (("new.player", False), ("hasty", True)):
        site.account(who)
        visit = visit_of(site, browser, who, "/play", size=PHONE)
        page = visit.page
        steps = page.get_by_role("region", name="Quarry in three steps")
        expect(steps.get_by_role("heading")).to_have_text("Turn the cube")
        if skips:
            visit.button("Skip", steps).click()
        else:
            visit.button("Turn left", steps).click()
            expect(steps.get_by_role("heading")).to_have_text("Trace a word")
            for face in (35, 44, 53, 52):
                steps.locator(f'[data-face="{face}"]').press("Space")
            expect(steps.locator("[data-hint]")).to_have_count(1)
            page.keyboard.press("Escape")
            page.keyboard.type("quarry")
            expect(steps.get_by_role("heading")).to_have_text("Play it")
            expect(steps.locator(".tray-about")).to_have_text("150 points ✓letters 25 × length 3 × sides 2")
            visit.button("Play word", steps).click()
            expect(steps).to_contain_text("150 points")
            expect(steps).to_contain_text("3 are gone")
            assert visit.fits()
            visit.button("Play", steps).click()
        expect(steps).to_have_count(0)
        page.reload()
        expect(visit.button("Start").first).to_be_enabled()
        expect(steps).to_have_count(0)
        visit.button("How to play").click()
        visit.button("Try it in three steps").click()
        expect(page.get_by_role("dialog", name="Quarry in three steps")).to_be_visible()
        visit.end()


def a_result_is_shared_as_text_and_picture(site, browser):
    """Shows rule 16.37: no letter of the puzzle is in either; the words stand on the cube, beside one that nobody found."""
    visit, play = begun(site, browser, by="bea")
    made = []
    for _ in range(2):
        made.append(spell(visit, play, made, random.Random(31 + len(made))))
    visit.button("Finish").click()
    confirm(visit, "Finish")
    page, result = visit.page, visit.page.locator(".own-result")
    words = [move["word"] for move in site.call("GET", f"/plays/{play['id']}", by="bea")["moves"]]
    for word in words:
        chip = result.get_by_role("button", name=re.compile(f"^{word} "))
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(result.locator("svg .tile-word")).to_have_count(len(made[words.index(word)]))
    left = result.locator(".tiles div").filter(has_text="Not found yet").locator("bdi")
    expect(left).to_be_visible()
    assert left.inner_text() not in words
    expect(page.get_by_role("region", name="The next puzzle")).to_be_visible()
    page.evaluate("delete Navigator.prototype.share")
    visit.button("Share").click()
    sheet = page.get_by_role("dialog", name="Share")
    text = sheet.locator(".share-text").inner_text()
    assert text.startswith("Quarry · ") and not any(word in text for word in words), text
    until(lambda: sheet.locator("img").evaluate("(one) => one.naturalWidth") == 1080, "the picture")
    with page.expect_download() as saved:
        sheet.get_by_role("link", name="Save picture").click()
    assert saved.value.suggested_filename == "quarry.png"
    visit.end()


def an_admin_strikes_a_play(site, browser):
    """From its replay: it goes from the results, and its player reads it. Others have no such button."""
    challenge, rng = site.call("POST", "/challenges", {"mode": "untimed"}, by="ada"), random.Random(21)
    site.call("POST", "/challenges/join", {"code": challenge["code"]}, by="bea")
    plays = {}
    for who in ("ada", "bea"):
        play = site.call("PUT", f"/challenges/{challenge['id']}/play", by=who)
        moves = [{"at": 0, "faces": some_path(play["letters"], [], rng)}]
        plays[who] = site.call("POST", f"/plays/{play['id']}/moves", {"moves": moves, "finish": True}, by=who)["id"]
    bea, visit = (Visit(browser, site).share(who) for who in ("bea", "ada"))
    bea.opens(f"/plays/{plays['ada']}", "replay")
    expect(bea.button("Next")).to_be_visible()
    expect(bea.button("More", bea.page.locator("main"))).to_have_count(0)
    visit.opens(f"/plays/{plays['bea']}", "replay")
    for answer in ("Cancel", "Strike from the results"):
        visit.button("More", visit.page.locator("main")).click()
        visit.button("Strike from the results", visit.page.locator(".menu")).click()
        confirm(visit, answer)
        if answer == "Cancel":
            expect(visit.button("More", visit.page.locator("main"))).to_be_focused()
    visit.shows("challenge")
    expect(visit.page.locator(".ranking li")).to_have_count(1)
    bea.page.goto(f"/challenges/{challenge['id']}")
    expect(bea.page.locator("main")).to_contain_text("An admin has struck this play.")
    visit.end()
    bea.end()
