"""Tests of pictures in comments: how a room shows them, and how one looks at them."""

from fixtures import comment, picture, room
from playwright.sync_api import expect
from visit import until, visit_of

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
