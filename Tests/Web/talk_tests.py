"""Tests of what comments have: reactions, mentions, replies, and lines of subtitles as quotes."""

import re

from fixtures import chip_of, comment, confirm, file, lands, room
from playwright.sync_api import expect
from visit import DESKTOP, PHONE, Visit

SRT = "1\n00:00:05,000 --> 00:00:07,500\n<i>Who is</i> in\nthe hallway?\n\n2\n00:00:20,000 --> 00:00:22,000\nIt is long.\n"
VTT = "WEBVTT\n\n00:05.000 --> 00:07.500\nWer ist im Flur?\n\n00:20.000 --> 00:22.000\nEr ist lang.\n"


def _both(site, browser, room_id):
    """Ada's desktop and Bea's phone in a room."""
    visits = [Visit(browser, site, size, has_touch=size == PHONE).share(name) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        visit.page.goto(f"/rooms/{room_id}")
        visit.keeps_all()
    return visits


def reactions_are_given_and_taken_back(site, browser):
    """Shows rule 16.21: by pointer, by finger and by keyboard in one tap; another's page has them at once, and says whose they are."""
    room_id = room(site, watched=("ada", "bea"))
    comment(site, room_id, "15:43 that hallway!")
    ada, bea = _both(site, browser, room_id)
    page, more, who = ada.page, ada.button("More", ada.page.locator("[data-comment]")), ada.page.locator(".who")

    def pill(visit, emoji, count):
        return visit.page.locator(f'.reaction[data-emoji="{emoji}"]').filter(has_text=str(count))

    # With a pointer, by the bar on the comment.
    page.locator(".comment-text").hover()
    page.locator('.react-bar [data-react="🔥"]').click()
    expect(pill(ada, "🔥", 1)).to_have_attribute("aria-pressed", "true")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-pressed", "false")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-label", re.compile("ada", re.I))
    # With a finger, a tap says who, and offers the same.
    pill(bea, "🔥", 1).tap()
    expect(bea.page.locator(".people")).to_contain_text("ada", ignore_case=True)
    bea.button("React with 🔥").tap()
    pill(ada, "🔥", 2).hover()
    expect(who).to_contain_text("bea", ignore_case=True)
    page.mouse.move(0, 0)
    expect(who).to_have_count(0)
    expect(page.locator(".react-bar")).to_have_count(0)
    # A finger that stays on a comment gets the six; the last one used comes first.
    text = bea.page.locator(".comment-text")
    box = text.bounding_box()
    touch = {"pointerType": "touch", "isPrimary": True, "bubbles": True, "clientX": box["x"] + 5, "clientY": box["y"] + 5}
    text.dispatch_event("pointerdown", touch)
    menu = bea.page.locator(".menu:popover-open")
    choices = menu.locator(".emoji button")
    expect(choices).to_have_text(["🔥", "😂", "❤️", "😱", "😭", "👀", ""])
    for name in ("Reply", "Copy text"):
        expect(bea.button(name, menu)).to_be_visible()
    text.dispatch_event("pointerup", touch)
    choices.nth(5).tap()
    expect(pill(ada, "👀", 1)).to_be_visible()

    # By keys alone: the menu, the field for any emoji, and the pill, which says who when it has the focus.
    more.focus()
    for key, focused in (("Enter", "🔥"), ("ArrowRight", "😂"), ("ArrowRight", "❤️")):
        page.keyboard.press(key)
        expect(ada.button(focused)).to_be_focused()
    page.keyboard.press("Enter")
    expect(pill(bea, "❤️", 1)).to_be_visible()
    expect(more).to_be_focused()
    page.locator("[data-comment]").evaluate("(one) => { one.tabIndex = -1; one.focus(); }")
    page.keyboard.press("r")
    expect(ada.button("❤️")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(ada.button("More emoji")).to_be_focused()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Another emoji")
    expect(field).to_be_focused()
    page.keyboard.type("ab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Write one emoji.")
    field.fill("🦒")
    page.keyboard.press("Enter")
    expect(pill(bea, "🦒", 1)).to_be_visible()
    pill(ada, "🦒", 1).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(who).to_contain_text("ada", ignore_case=True)
    page.keyboard.press("Enter")
    expect(pill(bea, "🦒", 1)).to_have_count(0)
    ada.end()
    bea.end()


def one_comment_at_a_time_shows_what_can_be_done(site, browser):
    """Shows rule 16.21: of the comments with the pointer and with the focus, the one that was used last."""
    room_id = room(site, watched=("ada",))
    for text in ("15:43 that hallway!", "16:00 that lamp!"):
        comment(site, room_id, text)
    visit = Visit(browser, site, DESKTOP).share("ada")
    page = visit.page
    page.goto(f"/rooms/{room_id}")
    visit.keeps_all()
    first, second = (page.locator(".comment-actions").nth(place) for place in (0, 1))

    def shown(one, other):
        expect(one).to_have_css("opacity", "1")
        expect(other).to_have_css("opacity", "0")

    page.locator(".comment-text").first.hover()
    page.locator(".react-bar").wait_for()
    shown(first, second)
    visit.button("More", page.locator("[data-comment]").nth(1)).focus()
    page.keyboard.press("Shift")
    shown(second, first)
    box = page.locator(".comment-text").first.bounding_box()
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    shown(first, second)


def people_are_mentioned(site, browser):
    """By keyboard, by pointer, and without the server, which then knows the members alone."""
    room_id = room(site, members=("bea", "cem"), watched=("ada", "bea"))
    ada, bea = _both(site, browser, room_id)
    page, field = ada.page, ada.page.get_by_label("Comment", exact=True)
    options, mentions = page.get_by_role("listbox").get_by_role("option"), page.locator("[data-comment][data-state=sent] .mention")
    for text, offered in (("me@be", []), (" look, @", []), ("B", [re.compile("^@bea")])):
        field.press_sequentially(text)
        expect(options).to_have_text(offered)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    field.press_sequentially("e")
    expect(options).to_have_text([re.compile("^@bea")])
    page.keyboard.press("Enter")
    field.press_sequentially("and @c")
    options.first.click()
    expect(field).to_have_value("me@be look, @bea and @cem ")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    expect(mentions).to_have_text(["@bea", "@cem"])
    # Hers stands out on her page.
    expect(bea.page.locator(".mention-me")).to_have_text(["@bea"])
    expect(page.locator(".mention-me")).to_have_count(0)
    site.stop()
    field.press_sequentially("and @b")
    expect(options).to_have_text([re.compile("^@bea")])
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-state=waiting]")).to_have_count(1)
    site.start()
    expect(mentions).to_have_count(3, timeout=120_000)
    for visit in (ada, bea):
        visit.heard_only_of_a_stopped_server()
        visit.context.close()


def a_reply_says_whom_it_answers_and_an_edit_keeps_its_quote(site, browser):
    """A reply can be cancelled, and answers nobody at an earlier time. It leads to what it answers. A quote can be removed in Edit."""
    room_id = room(site, watched=["ada"])
    answered = comment(site, room_id, "15:43 that hallway!")
    one = comment(site, room_id, "5:00 so long", by="ada", quote="It is long.")
    ada = Visit(browser, site).share("ada")
    ada.opens(f"/rooms/{room_id}", "room")
    page, article = ada.page, ada.page.locator(f"[data-comment='{one['id']}']")
    replying, field = page.locator(".composer-reply"), page.get_by_label("Comment", exact=True)
    reply = ada.button("Reply", page.locator("[data-thread='943']"))
    reply.click()
    lands(page, 943)
    expect(replying).to_have_text("Replying to bea", ignore_case=True)
    ada.button("Cancel the reply").click()
    expect(replying).to_be_hidden()
    lands(page, 0)
    reply.click()
    field.fill("15:00 before it")
    expect(replying).to_be_hidden()
    field.fill("20:00 after it")
    expect(replying).to_have_text("Replying to bea", ignore_case=True)
    field.fill("Which one?")
    expect(replying).to_have_text("Replying to bea", ignore_case=True)
    ada.button("Send").click()
    expect(page.locator('[data-thread="943"] [data-comment]')).to_have_count(2)
    line = page.locator(".answered")
    expect(line).to_have_text("to bea: that hallway!", ignore_case=True)
    line.get_by_role("button").click()
    expect(page.locator(f"[data-comment='{answered['id']}']")).to_be_focused()
    # A reply that arrives after the deletion answers nobody.
    expect(page.locator("html[data-outbox='0']")).to_be_attached()
    site.call("DELETE", f"/rooms/{room_id}/comments/{answered['id']}", by="bea")
    expect(line).to_have_text("to a deleted comment")
    for steps, content, quote in ((["Save"], "too long", "It is long."), (["Remove quote", "Save"], "short", None)):
        ada.button("More", article).click()
        ada.button("Edit").click()
        article.get_by_label("Words").fill(content)
        for step in steps:
            ada.button(step, article).click()
        expect(article.get_by_label("Words")).to_have_count(0)
        expect(article).to_contain_text(content)
        expect(article.locator("blockquote")).to_have_text([quote] if quote else [])
        found = next(item for item in site.call("GET", f"/rooms/{room_id}/comments", by="ada")["items"] if item["id"] == one["id"])
        assert (found["content"], found.get("quote")) == (content, quote), found
    ada.end()


# Notes what moves from now on: of which comment it is, how far above its place it begins, and for how long it moves.
MOVES = """() => {
    window.moves = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        moves.push([this.closest("article")?.textContent.includes("that hallway!"), parseFloat(frames[0].translate.split(" ")[1]), options.duration]);
        return animate.call(this, frames, options);
    };
}"""


def a_comment_lands_at_its_second(site, browser):
    """Shows rule 16.34: it comes from the composer to its thread, which is in view. For somebody who prefers less motion nothing moves."""
    room_id = room(site, watched=["ada"])
    for minute in range(30):
        comment(site, room_id, f"{minute}:30 said at minute {minute}\n" + "and so on\n" * 4)
    for preference in ("no-preference", "reduce"):
        visit = Visit(browser, site, PHONE, reduced_motion=preference).share("ada")
        page = visit.page
        visit.opens(f"/rooms/{room_id}", "room")
        page.evaluate(MOVES)
        page.get_by_label("Comment", exact=True).fill("15:43 that hallway!")
        visit.button("Send").click()
        expect(page.get_by_text("that hallway!").last).to_be_in_viewport()
        moves = page.evaluate("moves")
        if preference == "reduce":
            assert moves == [], moves
        else:
            assert moves and all(is_mine and way > 0 and 150 <= duration <= 250 for is_mine, way, duration in moves), moves
        visit.end()


def lines_are_uploaded_and_quoted(site, browser):
    """SubRip and WebVTT from the page, refused by line; lines are quoted by pointer and by keyboard, and outlive their track."""
    room_id = room(site, watched=("ada", "bea"))
    comment(site, room_id, "0:20 so long")
    ada, bea = visits = _both(site, browser, room_id)
    page, form = ada.page, ada.page.get_by_role("region", name="Subtitles", exact=True)
    quoting, field = page.locator(".composer-quote"), page.get_by_label("Comment", exact=True)
    form.get_by_text("Add subtitles").click()
    for language, name, text, fault, listed in (
        ("en", "wrong.srt", SRT.replace("00:00:20,000 -->", "00:00:20 ->"), re.compile(r"line \d+", re.I), None),
        ("no language", "right.srt", SRT, "language tag", None), ("english", "right.srt", SRT, None, ["EnglishRemove"]),
        ("de", "richtig.vtt", VTT, None, ["GermanRemove", "EnglishRemove"]),
    ):
        if not form.get_by_label("Language").is_visible():
            form.get_by_text("Add subtitles").click()
        form.get_by_label("Language").fill(language)
        form.get_by_label("File").set_input_files(file(name, text, ""))
        ada.button("Upload").click()
        if fault:
            expect(form.locator(".fault:visible")).to_contain_text(fault)
        else:
            expect(form.get_by_role("listitem")).to_have_text(listed)
    # The browser's user reads English. Both see the thread's line; another language, or none, is a choice of the device.
    for visit in visits:
        expect(visit.page.locator("[data-thread='20'] .spoken")).to_have_text("It is long.")
    for choice, spoken in (("de", ["Er ist lang."]), ("none", []), ("en", ["It is long."])):
        form.get_by_label("Lines").select_option(choice)
        expect(page.locator("[data-thread='20'] .spoken")).to_have_text(spoken)

    # By pointer: the line at the chip's second. It can be taken back.
    ada.button("Reply", page.locator("[data-comment]")).click()
    expect(quoting).to_contain_text("It is long.")
    ada.button("Quote").click()
    expect(field).to_be_focused()
    ada.button("Remove quote").click()
    ada.button("Quote").click()
    field.fill("yes")
    ada.button("Send").click()
    expect(bea.page.locator("blockquote")).to_have_text("It is long.")
    # By keyboard, from the chip on; a draft keeps its quote.
    chip_of(page).focus()
    page.keyboard.type("0:06")
    page.keyboard.press("Enter")
    lands(page, 6)
    expect(quoting).to_contain_text("Who is in the hallway?")
    while not ada.button("Quote").evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("Mark")
    ada.keeps("Who is in", "Mark")
    page.reload()
    expect(ada.button("Remove quote")).to_be_visible()
    expect(field).to_have_value("Mark")
    lands(page, 6)
    field.focus()
    page.keyboard.press("Enter")
    expect(bea.page.locator("[data-thread='6'] blockquote")).to_have_text("Who is in\nthe hallway?", use_inner_text=True)

    # The member who set a track and the host may remove it. Quotes stay.
    bea.button("Info").click()
    bea.button("Remove English").click()
    confirm(bea, "Remove", name="Remove the subtitles in English?")
    expect(bea.page.get_by_role("alert").filter(has_text="doesn’t allow this")).to_be_visible()
    for language in ("English", "German"):
        ada.button(f"Remove {language}", form).click()
        confirm(ada, "Remove")
        expect(ada.button(f"Remove {language}")).to_have_count(0)
    expect(quoting).to_be_hidden()
    for visit in visits:
        expect(visit.page.locator(".spoken")).to_have_count(0)
        expect(visit.page.locator("blockquote")).to_have_text(["Who is in the hallway?", "It is long."])
        visit.end(("422", "403"))
