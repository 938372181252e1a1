"""What the tests along the timeline begin with: an open room, its time chip, where one is, and a clock that can be moved."""

from playwright.sync_api import expect

# Lets a test move the page's clock, as when a device has slept.
CLOCK = "globalThis.ahead = 0; const now = Date.now; Date.now = () => now() + ahead;"


def open_room(visit, room_id, state="ready"):
    visit.opens(f"/rooms/{room_id}", "room", state)
    return visit.page


def chip_of(page):
    return page.get_by_role("slider", name="Time", exact=True)


def second_of(page):
    """Where the next comment lands, which is where one is while nothing is pinned."""
    return int(page.locator(".composer").get_attribute("data-second"))


def lands(page, second):
    expect(page.locator(f'.composer[data-second="{second}"]')).to_be_attached()


def position_of(site, room_id, by="ada"):
    return site.call("GET", f"/rooms/{room_id}", by=by).get("position")
