"""The states of the composer and of the edit form with pictures, for pictures.py."""

from fixtures import comment, file, hand_over, png, refuse
from playwright.sync_api import expect

COLOURS = ((38, 70, 83), (42, 157, 143), (233, 196, 106), (231, 111, 81), (90, 60, 120))
SIZES = ((400, 300), (200, 300), (300, 300), (500, 200), (90, 90))
PHOTOS = [file(f"evening-{number}.png", png(*size, colour=colour), "image/png") for number, (size, colour) in enumerate(zip(SIZES, COLOURS))]


def chosen(visit, scene):
    """One picture, four and the fifth; a drop; what waits, what is refused, and what is edited."""
    subject = {"kind": "custom", "title": "An evening with pictures"}
    made = {"subject": subject, "memberIDs": [scene.site.id("bea")], "rewatch": True}
    room_id = scene.site.call("POST", "/rooms", made, by="ada")["id"]
    scene.site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    comment(scene.site, room_id, "15:43 who took a picture of that hallway?")
    page, tiles = visit.page, visit.page.locator(".composer .picker-tile")
    visit.opens(f"/rooms/{room_id}", "room")
    page.locator(".composer input[type=file]").set_input_files(PHOTOS[:1])
    expect(tiles).to_have_count(1)
    yield "one"
    page.locator(".composer input[type=file]").set_input_files(PHOTOS[1:])
    expect(page.locator(".picker-notice")).to_contain_text("“evening-4.png” wasn’t added")
    yield "four"
    page.locator(".picker-words textarea").fill("A long hallway with a red carpet, at whose end somebody stands and waves")
    page.get_by_label("Comment", exact=True).fill("15:43 here it is")
    yield "described"
    hand_over(visit, "dragover", ("a.png", "", "image/png"), into=".room-foot")
    yield "dropping"
    hand_over(visit, "dragleave", ("a.png", "", "image/png"), into=".room-foot")
    page.route("**/v1/files/*", lambda route: refuse(route, 422, "invalid", "content must be a picture that can be decoded."))
    visit.button("Send").click()
    refused = page.locator("[data-comment][data-state=refused]")
    expect(refused).to_contain_text("“evening-0.png”")
    yield "refused"
    visit.opens("/not-sent", "not-sent")
    expect(page.locator("[data-unsent] img")).to_have_count(4)
    yield "not-sent"
    visit.button("Edit").click()
    expect(page.locator(".picker-tile")).to_have_count(4)
    yield "not-sent-edit"
    visit.button("Cancel").click()
    page.unroute("**/v1/files/*")
    visit.opens(f"/rooms/{room_id}", "room")
    visit.button("Edit", refused).click()
    visit.button("Send again").click()
    sent = page.locator("[data-comment][data-state=sent]").filter(has_text="here it is")
    expect(sent.locator(".picture")).to_have_count(4)
    visit.button("More", sent).click()
    visit.button("Edit").click()
    expect(page.locator(".edit .picker-tile")).to_have_count(4)
    yield "edit"
    visit.button("Cancel").click()


SIGNED_IN = (chosen,)
