"""Tests of what comments along the timeline have: reactions, mentions, and lines of subtitles as quotes."""

import re

from fixtures import comment, room
from playwright.sync_api import expect
from timeline import chip_of, lands, open_room
from visit import DESKTOP, PHONE, Visit, until


def reactions_are_given_and_taken_back(site, browser):
    """By pointer and by keyboard; another's page has them at once."""
    room_id = room(site, watched=("ada", "bea"))
    comment(site, room_id, "15:43 that hallway!")
    visits = [Visit(browser, site.url, size).share(site.token(name)) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        open_room(visit, room_id)
        visit.keeps_all()
    (ada, bea), page = visits, visits[0].page

    def pill(visit, emoji, count):
        return visit.page.locator(f'.reaction[data-emoji="{emoji}"]').filter(has_text=str(count))

    def reaches(emoji, count):
        """Both pages have it; the other's within a second of the first."""
        expect(pill(ada, emoji, count)).to_be_visible()
        expect(pill(bea, emoji, count)).to_be_visible()

    def choose(visit):
        visit.button("More", visit.page.locator("[data-comment]")).click()
        visit.button("React").click()

    choose(ada)
    ada.button("🔥").click()
    reaches("🔥", 1)
    expect(pill(ada, "🔥", 1)).to_have_attribute("aria-pressed", "true")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-pressed", "false")
    expect(pill(bea, "🔥", 1)).to_have_attribute("aria-label", re.compile("ada"))
    pill(bea, "🔥", 1).click()
    expect(pill(bea, "🔥", 2)).to_have_attribute("aria-pressed", "true")
    expect(pill(ada, "🔥", 2)).to_be_visible()
    pill(ada, "🔥", 2).hover()
    expect(page.locator(".who")).to_contain_text("bea")
    page.mouse.move(0, 0)
    expect(page.locator(".who")).to_have_count(0)
    # A long press asks the same, and changes nothing.
    hers = pill(bea, "🔥", 2)
    hers.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(bea.page.locator(".who")).to_contain_text("ada")
    hers.dispatch_event("click")
    expect(bea.page.locator(".who")).to_have_count(0)
    expect(hers).to_have_attribute("aria-pressed", "true")
    # So does the focus by keys.
    pill(ada, "🔥", 2).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".who")).to_contain_text("ada")
    page.locator("h1").click()
    expect(page.locator(".who")).to_have_count(0)

    # By keys alone: the menu, the field for any emoji, and the pill, whose focus stays.
    ada.button("More", page.locator("[data-comment]")).focus()
    page.keyboard.press("Enter")
    expect(ada.button("React")).to_be_focused()
    page.keyboard.press("Enter")
    expect(ada.button("😂")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(ada.button("❤️")).to_be_focused()
    page.keyboard.press("Enter")
    reaches("❤️", 1)
    expect(ada.button("More", page.locator("[data-comment]"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(ada.button("React")).to_be_focused()
    page.keyboard.press("Enter")
    expect(ada.button("😂")).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
    field = page.get_by_role("textbox", name="Another emoji")
    expect(field).to_be_focused()
    page.keyboard.type("ab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Write one emoji.")
    field.fill("🦒")
    page.keyboard.press("Enter")
    reaches("🦒", 1)
    pill(ada, "🦒", 1).focus()
    page.keyboard.press("Enter")
    expect(pill(ada, "🦒", 1)).to_have_count(0)
    expect(pill(bea, "🦒", 1)).to_have_count(0)
    for visit in visits:
        visit.end()


def people_are_mentioned(site, browser):
    """By keyboard, by pointer, and without the server, which then knows the members alone."""
    room_id = room(site, members=("bea", "cem"), watched=("ada", "bea"))
    visits = [Visit(browser, site.url, size).share(site.token(name)) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        open_room(visit, room_id, "empty")
        visit.keeps_all()
    bea, page = visits[1], visits[0].page
    field, options = page.get_by_label("Comment", exact=True), page.get_by_role("listbox").get_by_role("option")

    field.press_sequentially("me@be")
    expect(options).to_have_count(0)
    field.fill("")
    field.press_sequentially("look, @")
    expect(options).to_have_count(0)
    field.press_sequentially("B")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("look, @B")
    field.press_sequentially("e")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Enter")
    expect(field).to_have_value("look, @bea ")
    field.press_sequentially("and @c")
    expect(options).to_have_text(["@cem"])
    options.first.click()
    expect(field).to_have_value("look, @bea and @cem ")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")
    mentions = page.locator("[data-comment][data-state=sent] .mention")
    expect(mentions).to_have_text(["@bea", "@cem"])
    # Hers stands out on her page, within a second.
    expect(bea.page.locator(".mention-me")).to_have_text(["@bea"])
    expect(page.locator(".mention-me")).to_have_count(0)

    site.stop()
    field.press_sequentially("and @b")
    expect(options).to_have_text(["@bea"])
    page.keyboard.press("Tab")
    expect(field).to_have_value("and @bea ")
    page.keyboard.press("Enter")
    expect(page.locator("[data-state=waiting]")).to_have_count(1)
    site.start()
    expect(mentions).to_have_count(3, timeout=120_000)
    for visit in visits:
        visit.heard_only_of_a_stopped_server()
        visit.context.close()


SRT = """1
00:00:05,000 --> 00:00:07,500
<i>Who is</i> in
the hallway?

2
00:00:20,000 --> 00:00:22,000
It is long.
"""
VTT = "WEBVTT\n\n00:05.000 --> 00:07.500\nWer ist im Flur?\n\n00:20.000 --> 00:22.000\nEr ist lang.\n"


def _upload(visit, language, name, text):
    form = visit.page.get_by_role("region", name="Subtitles", exact=True)
    if not form.get_by_label("Language").is_visible():
        form.get_by_text("Add subtitles").click()
    form.get_by_label("Language").fill(language)
    form.get_by_label("File").set_input_files({"name": name, "mimeType": "", "buffer": text.encode()})
    visit.button("Upload").click()
    return form


def a_reply_says_whom_it_answers(site, browser):
    """It can be cancelled, and whoever writes at another time answers nobody."""
    room_id = room(site, watched=["ada"])
    comment(site, room_id, "15:43 that hallway!")
    ada = Visit(browser, site.url).share(site.token("ada"))
    page = ada.page
    ada.opens(f"/rooms/{room_id}", "room")
    replying, field = page.locator(".composer-reply"), page.get_by_label("Comment", exact=True)
    ada.button("Reply").click()
    expect(page.locator('[data-second="943"]')).to_be_visible()
    expect(replying).to_have_text("Replying to bea")
    ada.button("Cancel the reply").click()
    expect(replying).to_be_hidden()
    expect(page.locator('[data-second="0"]')).to_be_visible()
    ada.button("Reply").click()
    field.fill("20:00 elsewhere")
    expect(replying).to_be_hidden()
    field.fill("Which one?")
    expect(replying).to_have_text("Replying to bea")
    ada.button("Send").click()
    expect(page.locator('[data-thread="943"] [data-comment]')).to_have_count(2)
    expect(replying).to_be_hidden()
    ada.end()


def a_quote_is_taken_off_in_edit(site, browser):
    """Edit keeps the quote, unless it is removed there; Cancel brings it back."""
    room_id = room(site, watched=["ada"])
    one = site.call("POST", f"/rooms/{room_id}/comments", {"content": "5:00 so long", "quote": "It is long."}, by="ada")
    ada = Visit(browser, site.url).share(site.token("ada"))
    page = open_room(ada, room_id)
    article = page.locator(f"[data-comment='{one['id']}']")
    for steps, content, quote in ((["Remove quote", "Cancel"], "so long", "It is long."), (["Save"], "too long", "It is long."), (["Remove quote", "Save"], "short", None)):
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


def lines_are_uploaded_and_quoted(site, browser):
    """SubRip and WebVTT from the page, refused by line; lines are quoted by pointer and by keyboard, and outlive their track."""
    room_id = room(site, watched=("ada", "bea"))
    comment(site, room_id, "0:20 so long")
    visits = [Visit(browser, site.url, size).share(site.token(name)) for name, size in (("ada", DESKTOP), ("bea", PHONE))]
    for visit in visits:
        open_room(visit, room_id)
        visit.keeps_all()
    (ada, bea), page = visits, visits[0].page
    quoting, field = page.locator(".composer-quote"), page.get_by_label("Comment", exact=True)
    expect(quoting).to_be_hidden()

    form = _upload(ada, "en", "wrong.srt", SRT.replace("00:00:20,000 -->", "00:00:20 ->"))
    expect(form.locator(".fault:visible")).to_contain_text(re.compile(r"line \d+", re.I))
    assert site.call("GET", f"/rooms/{room_id}", by="ada")["subtitles"] == []
    _upload(ada, "english", "right.srt", SRT)
    expect(form.locator(".fault:visible")).to_contain_text("language tag")
    expect(form.get_by_label("Language")).to_be_focused()
    _upload(ada, "en", "right.srt", SRT)
    expect(form.get_by_role("listitem")).to_have_text(["EnglishRemove"])
    _upload(ada, "de", "richtig.vtt", VTT)
    expect(form.get_by_role("listitem")).to_have_text(["GermanRemove", "EnglishRemove"])

    # The browser's user reads English. Both see the thread's line; another language, or none, is a choice of the device.
    for visit in visits:
        expect(visit.page.locator("[data-thread='20'] .spoken")).to_have_text("It is long.")
    form.get_by_label("Lines").select_option("de")
    expect(page.locator("[data-thread='20'] .spoken")).to_have_text("Er ist lang.")
    form.get_by_label("Lines").select_option("none")
    expect(page.locator(".spoken")).to_have_count(0)
    expect(quoting).to_be_hidden()
    form.get_by_label("Lines").select_option("en")

    # By pointer: the line at the chip's second. It can be taken back.
    expect(quoting).to_be_visible()
    expect(ada.button("Quote")).to_be_hidden()
    ada.button("Reply", page.locator("[data-comment]")).click()
    expect(quoting).to_contain_text("It is long.")
    ada.button("Quote").click()
    expect(field).to_be_focused()
    ada.button("Remove quote").click()
    expect(ada.button("Quote")).to_be_visible()
    ada.button("Quote").click()
    field.fill("yes")
    ada.button("Send").click()
    mine = page.locator("[data-thread='20'] [data-comment][data-state=sent]").filter(has_text="yes")
    expect(mine.locator("blockquote")).to_have_text("It is long.")
    expect(bea.page.locator("blockquote")).to_have_text("It is long.")
    expect(ada.button("Remove quote")).to_be_hidden()

    # By keyboard, from the chip on; a draft keeps its quote.
    chip = chip_of(page)
    chip.focus()
    for key in ("0", ":", "0", "6", "Enter"):
        page.keyboard.press(key)
    lands(page, 6)
    expect(quoting).to_contain_text("Who is in the hallway?")
    while not ada.button("Quote").evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.type("Mark")
    until(lambda: ada.call("drafts", "load", f"room:{room_id}")["content"].get("quote"), "the draft has its quote")
    ada.call("drafts", "flush")
    page.reload()
    ada.shows("room")
    expect(ada.button("Remove quote")).to_be_visible()
    expect(field).to_have_value("Mark")
    lands(page, 6)
    field.focus()
    page.keyboard.press("Enter")
    expect(bea.page.locator("[data-thread='6'] blockquote")).to_have_text("Who is in\nthe hallway?", use_inner_text=True)

    # The member who set a track and the host may remove it. Quotes stay.
    bea.button("Info").click()
    sheet = bea.page.get_by_role("dialog")
    bea.button("Remove English", sheet).click()
    bea.button("Remove", bea.page.get_by_role("dialog", name="Remove the subtitles in English?")).click()
    expect(sheet.get_by_role("alert").filter(has_text="doesn't allow this")).to_be_visible()
    for language in ("English", "German"):
        ada.button(f"Remove {language}", form).click()
        ada.button("Remove", page.get_by_role("dialog")).click()
        expect(ada.button(f"Remove {language}")).to_have_count(0)
    expect(quoting).to_be_hidden()
    for one in visits:
        expect(one.page.locator(".spoken")).to_have_count(0)
        expect(one.page.locator("blockquote")).to_have_text(["Who is in the hallway?", "It is long."])
    for visit in visits:
        visit.end(("422", "403"))
