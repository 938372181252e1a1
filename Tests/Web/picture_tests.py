"""Tests of pictures in comments: how a room shows them, how one looks at them, and how they are chosen and sent."""

from fixtures import comment, file, hand_over, picture, png, refuse, room
from playwright.sync_api import expect
from visit import LIE, PHONE, until, visit_of, walk

LOADED = "(image) => image.complete && image.naturalWidth > 0"


def _pictures(page):
    return page.locator("[data-comment] .picture")


def _is_shown(image):
    """Waits until a picture's bytes are here."""
    expect(image).to_be_visible()
    until(lambda: image.evaluate(LOADED), "the picture")


def pictures_keep_their_place_and_open_whole(site, browser):
    """Shows rule 28.13: a thumbnail has its place before it comes; by keys, buttons and swipes one looks at all of them."""
    room_id = room(site, watched=("ada",))
    words = ("A map of long hallways", None, "A red dot")
    pictures = [picture(site, *size, alternative=each) for size, each in zip(((1600, 900), (300, 900), (40, 40)), words)]
    comment(site, room_id, "", pictures=pictures)
    comment(site, room_id, "and a word below it")
    ada = visit_of(site, browser, "ada")
    page, held = ada.page, []
    page.route("**/thumbnail", lambda route: held.append(route))
    page.goto(f"/rooms/{room_id}")
    ada.shows("room")
    expect(_pictures(page)).to_have_count(3)
    # All three are asked for, and nothing has come.
    until(lambda: len(held) == 3, "three requests")
    article = page.locator("[data-comment]").first
    expect(article.locator(".comment-text")).to_have_count(0)
    below = page.get_by_text("and a word below it")
    before = [below.bounding_box(), *(_pictures(page).nth(each).bounding_box() for each in range(3))]
    assert all(box["height"] <= 240 for box in before[1:]) and abs(before[1]["height"] - before[2]["height"]) < 1, before
    for route in held:
        route.continue_()
    for image in article.locator("img").all():
        _is_shown(image)
    assert before == [below.bounding_box(), *(_pictures(page).nth(each).bounding_box() for each in range(3))], "nothing jumps"

    ada.button(words[0]).click()
    dialog = page.get_by_role("dialog", name="Pictures")
    whole = dialog.locator("img")
    _is_shown(whole)
    assert whole.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1600, 900]
    expect(dialog).to_contain_text(words[0])
    expect(dialog).to_contain_text("1 of 3")
    page.keyboard.press("ArrowLeft")
    expect(dialog).to_contain_text("1 of 3")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_contain_text("Picture 2 of 3 without a description")
    ada.button("Next picture", dialog).click()
    expect(dialog).to_contain_text(words[2])
    expect(ada.button("Next picture", dialog)).to_have_attribute("aria-disabled", "true")
    # What is small isn't made larger by itself.
    _is_shown(whole)
    assert whole.bounding_box()["width"] == 40, whole.bounding_box()
    whole.dblclick()
    until(lambda: whole.bounding_box()["width"] == 80, "an enlarged picture")
    expect(ada.button("Enlarge", dialog)).to_have_attribute("aria-pressed", "true")
    ada.button("Enlarge", dialog).click()
    until(lambda: whole.bounding_box()["width"] == 40, "the whole picture")
    with page.expect_download() as saved:
        dialog.get_by_role("link", name="Save", exact=True).click()
    assert saved.value.suggested_filename.endswith(".png"), saved.value.suggested_filename
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.button(words[0])).to_be_focused()
    ada.end()


def pictures_turn_by_swipes_in_both_directions(site, browser):
    """Shows rule 28.13 on a narrow phone with large text, in both directions of writing."""
    room_id = room(site, watched=("ada",))
    comment(site, room_id, "15:43 look", pictures=[picture(site, 800, 600, alternative=f"Number {number}") for number in range(4)])
    phone = visit_of(site, browser, "ada", size=(320, 640), has_touch=True, scheme="dark", bypass_csp=True)
    page = phone.page
    for way, forwards in (("ltr", -1), ("rtl", 1)):
        page.goto(f"/rooms/{room_id}")
        phone.shows("room")
        page.evaluate("(way) => Object.assign(document.documentElement, { dir: way }).style.setProperty('font-size', '200%')", way)
        expect(_pictures(page)).to_have_count(4)
        for each in range(4):
            box = _pictures(page).nth(each).bounding_box()
            assert min(box["width"], box["height"]) >= 24, box
        assert phone.fits()
        phone.button("Number 0").tap()
        dialog = page.get_by_role("dialog", name="Pictures")
        _is_shown(dialog.locator("img"))
        assert phone.fits() and dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth"), way
        stage = dialog.locator(".viewer-stage")
        box = stage.bounding_box()
        for step, number in ((forwards, 1), (forwards, 2), (-forwards, 1)):
            touch = {"pointerType": "touch", "isPrimary": True, "bubbles": True, "clientY": box["y"] + 40}
            stage.dispatch_event("pointerdown", {**touch, "clientX": 160})
            stage.dispatch_event("pointerup", {**touch, "clientX": 160 + step * 90})
            expect(dialog.locator("figcaption")).to_contain_text(f"Number {number}")
        assert not phone.violations(), phone.violations()
        page.keyboard.press("ArrowLeft" if way == "rtl" else "ArrowRight")
        expect(dialog.locator("figcaption")).to_contain_text("Number 2")
        page.go_back()
        expect(dialog).to_have_count(0)
    phone.end()


def folded_and_gated_pictures_are_not_fetched(site, browser):
    """Shows rule 28.13: neither behind a fold nor behind the gate anything of a picture is asked for."""
    room_id = room(site, watched=("bea",))
    site.call("PUT", f"/rooms/{room_id}/position", {"seconds": 60, "running": False}, by="ada")
    comment(site, room_id, "40:00 later", pictures=[picture(site, 200, 200, alternative="The end")])
    comment(site, room_id, "", seconds=30, pictures=[picture(site, 200, 200, alternative="A wet owl")])
    site.call("PUT", "/me/mutes", {"userIDs": [], "words": ["owl"]}, by="ada")
    ada, asked = visit_of(site, browser, "ada"), []
    page = ada.page
    page.on("request", lambda request: asked.append(request.url) if "/files/" in request.url else None)
    page.goto(f"/rooms/{room_id}")
    ada.shows("room")
    expect(page.get_by_text("Hidden: a muted word")).to_be_visible()
    expect(_pictures(page)).to_have_count(0)
    assert asked == [], asked
    ada.button("Show", page.locator("[data-comment]")).click()
    _is_shown(page.get_by_role("img", name="A wet owl"))
    # Also while everything is shown, the pictures come with where one is.
    ada.show_everything()
    expect(page.get_by_text("A picture comes when you are at 40:00.")).to_be_visible()
    assert len(asked) == 1, asked
    site.call("PUT", f"/rooms/{room_id}/position", {"seconds": 2400, "running": False}, by="ada")
    _is_shown(page.get_by_role("img", name="The end"))
    # What doesn't come whole can be asked for again.
    page.route("**/v1/files/*", lambda route: route.abort())
    ada.button("The end").click()
    dialog = page.get_by_role("dialog", name="Picture")
    expect(dialog.get_by_role("alert")).to_contain_text("The picture can’t be shown now.")
    page.unroute("**/v1/files/*")
    ada.button("Retry", dialog).click()
    _is_shown(dialog.locator("img"))
    for name in ("Previous picture", "Next picture"):
        expect(ada.button(name, dialog)).to_have_count(0)
    ada.end(("ERR_FAILED",))


def a_report_links_to_its_pictures(site, browser):
    """Shows rule 28.13: whoever decides reads the words of a picture before looking at it."""
    room_id = room(site, by="bea", members=("ada",))
    reported = comment(site, room_id, "", pictures=[picture(site, 200, 100, alternative="A rude drawing")])
    site.call("POST", "/reports", {"commentID": reported["id"], "reason": "harassment"}, by="ada")
    reports = site.call("GET", "/reports?state=open", by="ada")["items"]
    report = next(one["id"] for one in reports if one.get("commentID") == reported["id"])
    ada = visit_of(site, browser, "ada", f"/admin/reports/{report}")
    link = ada.page.get_by_role("link", name="A rude drawing")
    expect(ada.page.locator("[data-evidence] .comment-text")).to_have_count(0)
    with ada.page.expect_download():
        link.click()
    ada.end()


def _photo(number, size=(40, 30)):
    """A picture as a browser hands it over, another one for each number."""
    return file(f"photo-{number}.png", png(*size, colour=(10 * number, 90, 200)), "image/png")


def _choose(visit, *photos, count=None):
    """Picks pictures in the composer, and waits until so many are shown."""
    visit.page.locator(".composer input[type=file]").set_input_files(list(photos))
    expect(visit.page.locator(".composer .picker-tile")).to_have_count(len(photos) if count is None else count)


def _described(visit):
    return visit.page.locator(".picker-words textarea")


def _sent(site, room_id):
    """The comments of a room: their words, and what their pictures show."""
    found = site.call("GET", f"/rooms/{room_id}/comments?limit=500", by="ada")["items"]
    return [(one["content"], [each.get("alternative") for each in one.get("pictures", [])]) for one in sorted(found, key=lambda one: one["number"])]


def pictures_are_picked_pasted_and_dropped(site, browser):
    """Shows rule 28.14: what can't be added is named; each is described, moved and removed; a crash and another tab keep them."""
    room_id = room(site, watched=("ada",))
    ada = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    page, alert = ada.page, lambda: ada.page.locator(".picker-notice")
    assert not hand_over(ada, "paste", into="#composer"), "text is the browser's to paste"
    assert hand_over(ada, "paste", ("image.png", png(9, 9), "image/png"), into="#composer")
    expect(page.locator(".picker-tile")).to_have_count(1)
    drops = (("notes.png", "only its name is a picture's", "image/png"), ("beach.heic", "HEIC", "image/heic"), ("one.png", png(30, 40), "image/png"))
    assert hand_over(ada, "drop", *drops, into=".room-foot")
    expect(page.locator(".picker-tile")).to_have_count(2)
    expect(alert()).to_contain_text("“notes.png” isn’t a PNG, JPEG, WebP or GIF.")
    expect(alert()).to_contain_text("“beach.heic” isn’t a PNG, JPEG, WebP or GIF.")
    _choose(ada, file("large.png", png(2, 2) + bytes(8 * 2**20), "image/png"), file("torn.png", png(2, 2)[:8] + b"torn " * 9, "image/png"),
            *map(_photo, range(3)), count=4)
    for text in ("“large.png” is larger than 8 MB.", "“torn.png” can’t be read as a picture.", "“photo-2.png” wasn’t added: a comment has at most 4 pictures."):
        expect(alert()).to_contain_text(text)
    # The last one is chosen: it is described, and goes to the front.
    _described(ada).fill("The last one")
    for _ in range(3):
        ada.button("Move earlier").click()
    expect(ada.button("Move earlier")).to_have_attribute("aria-disabled", "true")
    expect(ada.button("Picture 1 of 4, “photo-1.png”, described")).to_have_attribute("aria-pressed", "true")
    ada.button("Picture 2 of 4, “image.png”, not described").click()
    expect(_described(ada)).to_be_focused()
    ada.button("Remove “image.png”").click()
    expect(page.locator(".picker-tile")).to_have_count(3)
    ada.button("Undo").click()
    expect(page.locator(".picker-tile")).to_have_count(4)
    ada.button("Remove “image.png”").click()
    ada.button("Picture 3 of 3, “photo-0.png”, not described").click()
    _described(ada).fill("x" * 501)
    expect(page.locator(".picker-count")).to_have_text("501 of 500")
    ada.button("Picture 2 of 3, “one.png”, not described").click()
    ada.button("Send").click()
    expect(alert()).to_contain_text("at most 500 characters")
    expect(_described(ada)).to_have_value("x" * 501)
    _described(ada).fill("A photo")
    ada.keeps("A photo")
    # Another tab has all of it, and so has a page after a crash.
    other = ada.context.new_page()
    other.goto(f"/rooms/{room_id}")
    _is_shown(other.locator(".picker-tile img").nth(2))
    other.close()
    ada.crash()
    ada.opens(f"/rooms/{room_id}", "room", "empty")
    for each in range(3):
        _is_shown(ada.page.locator(".picker-tile img").nth(each))
    ada.button("Send").click()
    until(lambda: _sent(site, room_id) == [("", ["The last one", None, "A photo"])], "the comment")
    shown = ada.page.locator("[data-comment][data-state=sent] .picture img")
    for each in range(3):
        _is_shown(shown.nth(each))
    expect(ada.page.locator(".picker-tile")).to_have_count(0)
    ada.forgets("photo-0.png")
    ada.end()


def a_comment_waits_with_its_pictures_and_arrives_once(site, browser):
    """Shows rule 28.14: without network, over a reload, and where something else answers."""
    room_id = room(site, watched=("ada",))
    first = comment(site, room_id, "15:43 who took one?")
    ada, uploads = visit_of(site, browser, "ada", f"/rooms/{room_id}"), []
    page, mine = ada.page, lambda: ada.page.locator("[data-comment]").filter(has_text="I did")
    ada.cut()
    ada.button("Reply", page.locator("[data-thread='943']")).click()
    _choose(ada, _photo(1), _photo(2, (30, 60)))
    _described(ada).fill("A hallway")
    page.get_by_label("Comment", exact=True).fill("I did")
    ada.button("Send").click()
    for _ in range(2):
        expect(mine()).to_have_attribute("data-state", "waiting")
        for each in range(2):
            _is_shown(mine().locator(".picture img").nth(each))
        page.reload()
    ada.button("A hallway", mine()).click()
    dialog = page.get_by_role("dialog", name="Pictures")
    _is_shown(dialog.locator("img"))
    expect(dialog.get_by_role("link", name="Save")).to_have_count(0)
    page.keyboard.press("Escape")
    # What answers in the server's place gives no picture away.
    page.route("**/v1/files/*", lambda route: route.fulfill(**LIE))
    ada.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("html[data-live=waiting]")).to_be_attached()
    assert len(_sent(site, room_id)) == 1
    # From now on each upload counts, also one that is tried by itself before the next line.
    page.on("response", lambda answer: uploads.append(answer.url) if "/v1/files/" in answer.url and answer.status == 201 else None)
    page.unroute("**/v1/files/*")
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: _sent(site, room_id) == [("who took one?", []), ("I did", [None, "A hallway"])], "the reply")
    expect(page.locator("html[data-outbox='0']")).to_be_attached()
    assert len(uploads) == 2 and all("name=picture.png&kind=picture" in url for url in uploads), uploads
    found = site.call("GET", f"/rooms/{room_id}/comments", by="ada")["items"][-1]
    assert found["replyTo"] == first["id"], found
    _is_shown(mine().locator(".picture img").first)
    ada.end(("ERR_FAILED",))


def a_comments_pictures_are_edited(site, browser):
    """Shows rule 28.14: some stay, one goes, one gets another text, and one is added; all of that waits over a reload until it is saved."""
    room_id = room(site, watched=("ada",))
    given = [picture(site, 40 + number, 40, by="ada", alternative=f"Number {number}") for number in range(2)]
    comment(site, room_id, "look", by="ada", pictures=given)
    ada = visit_of(site, browser, "ada", f"/rooms/{room_id}", PHONE)
    page, mine = ada.page, ada.page.locator("[data-comment]")
    ada.button("More", mine).click()
    ada.button("Edit").click()
    expect(mine.locator(".picker-tile")).to_have_count(2)
    expect(mine.locator(".picture")).to_have_count(0)
    expect(_described(ada)).to_have_value("Number 0")
    ada.button("Remove the picture").click()
    mine.locator("input[type=file]").set_input_files([_photo(7)])
    expect(mine.locator(".picker-tile")).to_have_count(2)
    _described(ada).fill("A new one")
    ada.button("Picture 1 of 2, described").click()
    _described(ada).fill("Number one")
    page.get_by_label("Words").fill("")
    ada.keeps("A new one", "Number one")
    page.reload()
    ada.button("Go on editing").click()
    _is_shown(mine.locator(".picker-tile img").nth(1))
    expect(_described(ada)).to_have_value("Number one")
    assert ada.fits()
    # The first try ends in the middle.
    page.route("**/comments/*", lambda route: route.abort() if route.request.method == "PATCH" else route.fallback())
    ada.button("Save").click()
    expect(mine.locator(".form-fault")).to_contain_text("The server can’t be reached.")
    page.unroute("**/comments/*")
    ada.button("Save").click()
    until(lambda: _sent(site, room_id) == [("", ["Number one", "A new one"])], "the edit")
    for each in range(2):
        _is_shown(mine.locator(".picture img").nth(each))
    ada.forgets("A new one")
    ada.end(("ERR_FAILED",))


def a_picture_that_is_refused_stays_with_its_comment(site, browser):
    """Shows rule 28.14: it is named in the room and on the page of what isn't sent, and signing out counts it; without it the comment goes."""
    room_id = room(site, watched=("ada",))
    ada = visit_of(site, browser, "ada", f"/rooms/{room_id}")
    page, refused = ada.page, ada.page.locator("[data-comment][data-state=refused]")
    page.route("**/v1/files/*", lambda route: refuse(route, 422, "invalid", "content must be a picture that can be decoded."))
    _choose(ada, _photo(1), _photo(2))
    page.get_by_label("Comment", exact=True).fill("two of them")
    ada.button("Send").click()
    expect(refused).to_contain_text("The server doesn’t take “photo-1.png”: it must be a picture that can be decoded.")
    _is_shown(refused.locator(".picture img").nth(1))
    page.unroute("**/v1/files/*")
    ada.opens("/settings", "settings")
    ada.button("Sign out").click()
    expect(page.get_by_role("dialog")).to_contain_text("“two of them” with 2 pictures")
    ada.cancel()
    ada.opens("/not-sent", "not-sent")
    thing = page.locator("[data-unsent]")
    expect(thing).to_contain_text("“photo-1.png”")
    _is_shown(thing.get_by_role("img", name="Picture 2 of 2 without a description"))
    ada.button("Edit", thing).click()
    ada.button("Remove “photo-1.png”", thing).click()
    expect(thing.locator(".picker-tile")).to_have_count(1)
    assert ada.fits()
    ada.button("Send again").click()
    until(lambda: _sent(site, room_id) == [("two of them", [None])], "the comment")
    ada.end(("422",))


def pictures_are_chosen_by_keys_with_large_text(site, browser):
    """Shows rule 28.14 on a narrow phone with text of twice the size, in both directions of writing, by keyboard alone."""
    for way in ("ltr", "rtl"):
        room_id = room(site, watched=("ada",))
        ada = visit_of(site, browser, "ada", size=(320, 640), scheme="dark" if way == "rtl" else "light", bypass_csp=True)
        page = ada.page
        page.add_init_script(f"addEventListener('DOMContentLoaded', () => Object.assign(document.documentElement, {{ dir: '{way}' }})"
                             ".style.setProperty('font-size', '200%'))")
        ada.opens(f"/rooms/{room_id}", "room", "empty")
        with page.expect_file_chooser() as chooser:
            walk(ada, "Add pictures")
        assert chooser.value.is_multiple()
        chooser.value.set_files([_photo(1), _photo(2)])
        expect(page.locator(".picker-tile")).to_have_count(2)
        text, (box, button) = ("صورة لممر طويل", (_described(ada).bounding_box(), page.locator(".composer .add-picture").bounding_box()))
        assert box["width"] >= 150 and button["height"] >= 36, (box, button)
        walk(ada, "What “photo-2.png” shows, for those who can’t see it", "Shift+Tab", text)
        walk(ada, "Move earlier")
        expect(ada.button("Picture 1 of 2, “photo-2.png”, described")).to_have_attribute("aria-pressed", "true")
        walk(ada, "Picture 2 of 2, “photo-1.png”, not described", "Shift+Tab")
        walk(ada, "Remove “photo-1.png”")
        expect(page.locator(".picker-tile")).to_be_focused()
        assert ada.fits() and not ada.violations(), ada.violations()
        walk(ada, "Comment", then="هنا")
        walk(ada, "Send")
        until(lambda: _sent(site, room_id) == [("هنا", [text])], "the comment")
        ada.end()
