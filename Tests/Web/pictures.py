"""Takes pictures of every page and state of the web client, at four widths, light and dark, into .build/web/pictures.

They are for people to look at: run it by bin/check --web pictures. Usage: python3 Tests/Web/pictures.py [NAME…]
"""

import itertools
import random
import re
import shutil
import sys
import traceback

import admin_pictures
import chosen_pictures
import class_pictures
import connection_pictures
import design_pictures
import passkey_pictures
import password_pictures
import settings_pictures
from demo_server import ROOT, catalogue
from fixtures import comment, has_posters, refuse
from playwright.sync_api import expect
from puzzles import some_path, text_of
from runner import stage
from visit import Visit, until

LOOKS = tuple(itertools.product(((320, 640), (390, 844), (820, 1180), (1440, 900)), ("light", "dark")))
FOLDER = ROOT / ".build/web/pictures"
# Whether each picture in view is there.
SEEN = "[...document.images].every((one) => one.complete || !one.checkVisibility() || one.getBoundingClientRect().top > innerHeight)"
# Waits until nothing scrolls or moves: for twelve frames nothing but endless animations runs, and the page stands where it stood.
STILL = """async () => {
    const runs = (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity;
    for (let quiet = 0, before = -1; quiet < 12; before = scrollY) {
        await new Promise(requestAnimationFrame);
        const moves = document.documentElement.matches(":active-view-transition") || document.getAnimations().some(runs);
        quiet = moves || scrollY !== before ? 0 : quiet + 1;
    }
}"""
GATED = "50fa0000-0000-4000-8000-000000000005"


class Scene:
    """What is in the community, beside the demo, so that every state can be seen."""

    def __init__(self, site):
        self.site, self.has_catalogue = site, "TMDB_API_KEY" in site.settings
        until(lambda: not self.has_catalogue or has_posters(site), "the posters")
        bea, cem = site.id("bea"), site.id("cem")
        self.code = site.call("POST", "/invites", {"note": "Zoe, from the swimming course"}, by="ada")["code"]
        self.watched = self.room("A film that we have seen", bea, cem)
        site.call("PUT", f"/rooms/{self.watched}/watched", {}, by="ada")
        site.call("PUT", f"/rooms/{self.watched}/watched", {}, by="bea")
        talk = (("bea", "Popcorn is ready."), ("cem", "0:40 the music already!"), ("ada", "0:40 I know this one from somewhere"),
                ("bea", "15:43 that hallway! And it goes on and on, for what feels like a minute, without any cut at all. How did they do that?"),
                ("cem", "15:43 https://example.org/how-the-hallway-was-filmed/part-one/of-many explains it"), ("ada", "15:43 😱😱😱"),
                ("bea", "41:02 spoiler of the other show"), ("cem", "1:12:00 so that was it"))
        for name, text in talk:
            comment(site, self.watched, text, by=name)
        site.call("PUT", "/me/mutes", {"userIDs": [], "words": ["spoiler"]}, by="ada")
        self.along = self.room("An evening along the timeline", bea, cem)
        lines = ((125, "Who is in the hallway?"), (298, "I have walked it every day,\nand it has never been this long."), (301, "Say that again."))
        cues = (f"00:{at // 60:02}:{at % 60:02},000 --> 00:{at // 60:02}:{at % 60 + 1:02},900\n{text}\n" for at, text in lines)
        site.call("PUT", f"/rooms/{self.along}/subtitles?language=en", "\n".join(cues).encode(), by="bea", kind="application/x-subrip")
        for name, text, quote in (("bea", "2:06 that voice, @ada!", "Who is in the hallway?"), ("cem", "4:10 😱", None), ("bea", "5:00 so long", None),
                                  ("cem", "41:00 oh no", None), ("ada", "5:00 I can’t look", None)):
            one = comment(site, self.along, text, by=name, quote=quote)
            for emoji, people in (("%F0%9F%94%A5", ("ada", "bea")), ("%F0%9F%91%80", ("cem",))):
                for person in people if "voice" in text else ():
                    site.call("PUT", f"/rooms/{self.along}/comments/{one['id']}/reactions/{emoji}", by=person)
        self.empty = self.room("Just us")
        self.long = self.room("The incredibly long title of a film festival’s closing night, Donaudampfschifffahrtsgesellschaftskapitän and all", bea)
        site.call("PUT", f"/rooms/{self.long}/watched", {}, by="ada")
        comment(site, self.long, "x" * 300 + " " + "word " * 60)

        self.link = password_pictures.prepare(site)
        self.reported = admin_pictures.prepare(site, self.watched)
        connection_pictures.prepare(site)
        self.running, self.letters, self.next = self.play(4)
        self.over, _, _ = self.play(3, finish=True)

    def play(self, words, finish=False):
        """A challenge of Ada's with so many words and a removal. Gives its id, the letters, and the faces of another word."""
        challenge = self.site.call("POST", "/challenges", {"mode": "untimed"}, by="ada")["id"]
        play = self.site.call("PUT", f"/challenges/{challenge}/play", by="ada")
        rng, made = random.Random(words), [{"cubelet": 26}]
        for _ in range(words):
            made.append({"faces": some_path(play["letters"], made, rng)})
        self.site.call("POST", f"/plays/{play['id']}/moves", {"moves": [{"at": 0, **move} for move in made], "finish": finish}, by="ada")
        return challenge, play["letters"], some_path(play["letters"], made, rng)

    def room(self, title, *members):
        return self.site.call("POST", "/rooms", {"subject": {"kind": "custom", "title": title}, "memberIDs": list(members)}, by="ada")["id"]


def enter(visit, scene):
    """The sign-in, and what it says."""
    yield visit.opens("/", "enter")
    visit.page.get_by_text("Forgot your password?").click()
    visit.page.get_by_role("heading", name="Forgot your password?").wait_for()
    yield "forgot"
    visit.page.get_by_text("Back to sign-in").click()
    visit.button("Sign in").click()
    yield "faults"
    visit.page.get_by_label("E-mail", exact=True).fill("ada@example.org")
    visit.page.get_by_label("Password", exact=True).fill("wrong")
    visit.button("Sign in").click()
    expect(visit.page.get_by_text("E-mail or password is wrong.")).to_be_visible()
    yield "wrong"


def join(visit, scene):
    yield visit.opens(f"/join#sofa/{scene.code}", "enter")
    visit.button("Join The Sofa").click()
    yield "faults"
    visit.page.goto("/")
    yield visit.opens("/join#sofa/nothing", "enter", "error") + "-bad"


def join_signed_in(visit, scene):
    yield visit.opens(f"/join#sofa/{scene.code}", "enter") + "-signed-in"


def watch(visit, scene):
    name = visit.opens("/watch", "watch")
    # Given names come last.
    expect(visit.page.get_by_text(re.compile("min.*Bea.*Cem.*have watched")).first).to_be_visible()
    for place in (".next-first .poster img", ".season-strip > *") if scene.has_catalogue else ():
        expect(visit.page.locator(place).first).to_be_attached()
    until(lambda: visit.page.evaluate(SEEN), "the pictures that are in view")
    yield name


def room(visit, scene):
    """A room's states, menus and dialogs."""
    page = visit.page
    name = visit.opens(f"/rooms/{scene.watched}", "room")
    # People have their names once the whole copy is here.
    page.get_by_text("Bea", exact=True).first.wait_for()
    yield name
    mine = page.locator("[data-comment]").filter(has_text="I know this one")
    visit.button("More", mine).click()
    yield "menu"
    page.get_by_role("button", name="Edit").click()
    yield "edit"
    visit.button("Cancel").click()
    visit.button("More", mine).click()
    visit.button("Delete").click()
    yield "delete"
    visit.button("Cancel").click()
    page.keyboard.press("?")
    yield "keys"
    page.keyboard.press("Escape")
    if page.viewport_size["width"] < 1280:
        visit.button("Info").click()
        page.get_by_role("dialog").get_by_text("Members").wait_for()
        yield "info"
        page.keyboard.press("Escape")
    page.get_by_label("Comment", exact=True).fill("15:43 that hallway!\nIt has a second line,\nand a third, and a fourth\nand a fifth\nand six\nand seven")
    yield "composing"
    page.get_by_label("Comment", exact=True).fill("x" * 3900)
    yield "counting"
    page.get_by_label("Comment", exact=True).fill("")
    page.route("**/comments", lambda route: refuse(route, 422, "invalid", "content: at most 4,000 characters."))
    page.get_by_label("Comment", exact=True).fill("41:02 what the server won't have")
    visit.button("Send").click()
    expect(page.locator("[data-state=refused]")).to_be_visible()
    yield "refused"
    page.goto("/not-sent")
    visit.shows("not-sent")
    yield "not-sent"
    page.go_back()
    visit.shows("room")
    visit.button("Throw away").click()
    # The bar waits while the pointer is on it.
    page.mouse.move(5, 5)
    yield "thrown-away"
    expect(page.locator("[data-state=refused]")).to_have_count(0)
    page.unroute("**/comments")


def along(visit, scene):
    """A room in which Ada is at five minutes: the chip, its line, reactions and mentions, and what the page offers there."""
    page = visit.page
    scene.site.call("PUT", f"/rooms/{scene.along}/position", {"seconds": 300, "running": False}, by="ada")
    yield visit.opens(f"/rooms/{scene.along}", "room")
    slider, field = page.get_by_role("slider", name="Time"), page.get_by_label("Comment", exact=True)
    # On a phone, the spoken line comes with the first words.
    field.fill("yes")
    visit.button("Quote").click()
    field.press_sequentially(", @b")
    expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(1)
    yield "mention"
    page.keyboard.press("Escape")
    yield "quoted"
    field.fill("")
    visit.button("Remove quote").click()
    slider.press("5")
    yield "typed"
    page.keyboard.press("Escape")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20, box["y"] - 60)
    yield "dragged"
    page.keyboard.press("Escape")
    page.mouse.up()
    page.locator("[data-thread='126'] .comment-text").hover()
    yield "hover"
    visit.button("More", page.locator("[data-thread='126']")).press("Enter")
    visit.button("More emoji").wait_for()
    yield "emoji"
    page.keyboard.press("Escape")
    page.locator(".reaction").first.hover()
    yield "who"
    visit.button("Watch along").click()
    expect(visit.button("Pause")).to_be_visible()
    yield "running"
    visit.button("Pause").click()
    if page.viewport_size["width"] < 1280:
        visit.button("Info").click()
    page.get_by_text("Add subtitles").click()
    page.get_by_text("Add subtitles").scroll_into_view_if_needed()
    yield "subtitles"
    page.goto("/watch")
    visit.opens(f"/rooms/{scene.along}#41:00", "room")
    expect(page.locator("[data-gate]")).to_contain_text("The link leads to")
    yield "lead"


def offline(visit, scene):
    """Without the server: pages, what waits, and what can't be done."""
    page = visit.page
    visit.opens(f"/rooms/{scene.watched}", "room")
    visit.cut()
    expect(page.get_by_text("Offline. What you write is kept here.").first).to_be_visible()
    page.get_by_label("Comment", exact=True).fill("50:00 from the train")
    visit.button("Send").click()
    expect(page.locator("[data-comment][data-state=waiting]")).to_be_visible()
    yield "offline-room"
    for path, screen in (("/watch", "watch"), ("/people", "people"), ("/settings", "settings"), ("/new", "new-room"), ("/archive", "archive")):
        page.evaluate("path => { const link = document.createElement('a'); link.href = path; document.body.append(link); link.click(); link.remove(); }", path)
        page.locator(f"main[data-screen={screen}][data-state]:not([data-state=loading])").wait_for()
        yield f"offline-{screen}"
    visit.mend()
    expect(page.locator("html[data-outbox='0']")).to_be_attached()


def rooms(visit, scene):
    yield visit.opens(f"/rooms/{GATED}", "room") + "-gated"
    yield visit.opens(f"/rooms/{scene.empty}", "room", "empty") + "-empty"
    yield visit.opens(f"/rooms/{scene.long}", "room") + "-long"
    yield visit.opens("/rooms/00000000-0000-4000-8000-000000000000", "room", "error") + "-missing"
    visit.page.goto("/nothing-here")
    visit.page.goto("/archive/nothing-here")
    visit.page.locator("main[data-screen=archive][data-state]:not([data-state=loading])").wait_for()
    yield "archive-missing"


def archive(visit, scene):
    visit.waits()
    yield visit.opens("/archive?all", "archive")
    visit.page.locator("main a[href^='/archive/']").first.click()
    visit.page.locator("main a[href^='/rooms/']").first.wait_for()
    yield "archive-group"


def new(visit, scene):
    page = visit.page
    visit.waits()
    yield visit.opens("/new", "new-room") + "-new"
    page.get_by_label("What do you watch?").fill("severance")
    page.locator(".results .result").first.wait_for()
    yield "new-results"
    page.locator(".results .result").first.click()
    page.get_by_label("Episode").wait_for()
    expect(page.get_by_label("Episode").locator("option").first).to_be_attached()
    yield "new-episode"
    visit.button("Change").click()
    visit.button("Name it yourself").click()
    yield "new-own"
    page.get_by_label("Anything else").check()
    page.get_by_label("Title").fill("Just us")
    visit.button("Create room").click()
    visit.button("Watch again").wait_for()
    yield "new-exists"


def people(visit, scene):
    name = visit.opens("/people", "people")
    expect(visit.page.get_by_text("Greta", exact=True)).to_be_visible()
    until(lambda: visit.page.evaluate(SEEN), "the pictures that are in view")
    yield name
    visit.button("Invite").click()
    yield "people-invite"
    visit.page.get_by_text("Change, or send by e-mail").click()
    yield "people-invite-rules"
    visit.cancel("Close")


def play(visit, scene):
    """Today, a challenge before, in and after its play, a replay, boards, and my play."""
    page = visit.page
    visit.opens("/play", "play")
    expect(page.get_by_role("button", name="Start").first).to_be_enabled()
    yield "today"
    visit.button("New challenge").click()
    yield "new"
    visit.button("Join by code").click()
    yield "join"
    visit.opens(f"/challenges/{scene.running}", "challenge")
    visit.button("Play word").wait_for()
    yield "cube"
    page.get_by_label("Word", exact=True).fill(text_of(scene.letters, scene.next))
    expect(page.locator(".tray-about strong")).to_be_visible()
    yield "word"
    is_flat = page.locator(".cube[data-flat]").count() > 0
    if not is_flat:
        visit.button("Turn left").click()
        visit.button("Turn down").click()
        yield "turned"
        visit.button("Unfold").click()
        yield "flat"
        visit.button("Fold").click()
    visit.button("Clear").click()
    visit.button("More").click()
    yield "more"
    visit.button("How to play").click()
    yield "help"
    page.keyboard.press("Escape")
    visit.button("Finish").click()
    yield "finish"
    visit.button("Cancel").click()
    visit.opens(f"/challenges/{scene.over}", "challenge")
    page.locator(".ranking a").first.wait_for()
    yield "results"
    page.locator(".ranking a").first.click()
    visit.shows("replay")
    visit.button("Next").click()
    visit.button("Next").click()
    yield "replay"
    visit.opens("/boards", "boards")
    # On a Monday, this week's board is empty.
    page.get_by_label("All time", exact=True).check()
    page.locator(".ranking .ranked").first.wait_for()
    yield "boards"
    visit.opens("/play/me", "play")
    page.get_by_label("Show my name to friends only").wait_for()
    page.locator("main li .ranked").first.wait_for()
    yield "me"
    yield visit.opens("/challenges/00000000-0000-4000-8000-000000000000", "challenge", "error") + "-missing"


SIGNED_OUT = (enter, join, *password_pictures.SIGNED_OUT, *passkey_pictures.SIGNED_OUT, *connection_pictures.SIGNED_OUT)
SIGNED_IN = (watch, join_signed_in, *password_pictures.SIGNED_IN, *passkey_pictures.SIGNED_IN, room, along, *chosen_pictures.SIGNED_IN, rooms, archive, new, play, people, *settings_pictures.SIGNED_IN, offline)


def every(site, browser, faults, chosen=(), looks=LOOKS, **options):
    """Walks through all pages and states, or the chosen ones, in each look. Gives the visit, the state's name, width and scheme.

    What goes wrong on the way is added to the faults.
    """
    scene = Scene(site)
    groups = ((None, SIGNED_OUT), ("ada", SIGNED_IN), *class_pictures.SIGNED_IN.items(), *admin_pictures.SIGNED_IN.items(),
              *connection_pictures.SIGNED_IN.items())
    for (size, scheme), (who, group) in itertools.product(looks, groups):
        wanted = [shows for shows in group if not chosen or shows.__name__ in chosen]
        if not wanted:
            continue
        visit = Visit(browser, site, size, scheme, service_workers="block", **options)
        if who:
            visit.share(who)
        for shows in wanted:
            try:
                for name in shows(visit, scene):
                    yield visit, f"{shows.__name__}-{name}", size[0], scheme
            except Exception:
                faults.append(f"{shows.__name__} at {size[0]} px, {scheme}: {traceback.format_exc(limit=-3)}")
        visit.context.close()


def main():
    faults = []
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with catalogue() as provider, stage(settings=provider.settings) as (site, browser):
        for visit, name, width, scheme in every(site, browser, faults, sys.argv[1:]):
            visit.page.evaluate(STILL)
            visit.page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png", animations="disabled")
            if not visit.fits():
                faults.append(f"{name} is wider than {width} px")
        if not sys.argv[1:] or "design" in sys.argv[1:]:
            design_pictures.take(site, browser, faults)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER}", *faults, sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
