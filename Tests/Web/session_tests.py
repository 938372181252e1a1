"""Tests of the library in a browser: its tabs, the badge of the app, a full disk, and how the frame follows the community."""

import random

from fixtures import comment, room, sent
from visit import Visit, until


def a_full_disk_is_said_and_work_goes_on(site, browser):
    """The browser refuses every write of the copy. Memory takes over, and the page says what that means. The next start sends nothing again."""
    room_id = room(site)
    visit = Visit(browser, site.url, service_workers="block").share(site.token("ada"))
    page, call = visit.page, visit.call
    until(lambda: call("replica", "isWhole"), "a whole copy")
    call("comments", "openRoom", room_id)
    notice = page.get_by_label("Notices").get_by_text("This browser can't store anything now.")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": site.url, "quotaSize": 1})
    page.route("**/v1/rooms/**", lambda route: route.abort())
    call("outbox", "addComment", room_id, {"content": "may still be stored"})

    def is_full():
        call("drafts", "save", "room:x", {"text": random.randbytes(500_000).hex()})
        call("drafts", "flush")
        return notice.is_visible()

    # Chromium looks only every 30 s how much room there is.
    until(is_full, "the notice", 120)
    call("drafts", "save", "room:x", {"text": "half"})
    call("outbox", "addComment", room_id, {"content": "is in memory alone"})
    written = ["may still be stored", "is in memory alone"]
    assert call("drafts", "load", "room:x") == {"text": "half"}
    shown = lambda: [(one["content"], one["state"]) for one in call("comments", "comments", room_id)]
    assert shown() == [(content, "waiting") for content in written]
    page.unroute("**/v1/rooms/**")
    call("outbox", "flush")
    until(lambda: page.locator("html").get_attribute("data-outbox") == "0", "nothing waits", 120)
    comment(site, room_id, "and live")
    until(lambda: shown()[-1] == ("and live", "sent"), "the live comment")
    page.reload()
    visit.waits()
    assert sent(site, room_id) == [*written, "and live"] and call("outbox", "writes") == []
    visit.context.close()


def the_tabs_follow_the_communitys_features(site, browser):
    """There are at most five tabs: with all features the page of Watch leads to the archive."""
    all_tabs = ["Watch", "Class", "Play", "People", "You"]
    visit = Visit(browser, site.url).share(site.token("ada"))
    page, loads = visit.page, []
    page.on("load", lambda: loads.append(page.url))
    tabs = lambda: page.locator("nav.tabs a").all_inner_texts()
    until(lambda: tabs() == all_tabs, all_tabs)
    assert page.locator("main").get_by_role("link", name="Archive", exact=True).get_attribute("href") == "/archive"
    try:
        for features, wanted in ((["watch", "class"], ["Watch", "Archive", "Class", "People", "You"]), (["class"], ["Class", "People", "You"])):
            site.run("tenant", "features", "sofa", *(part for name in features for part in ("--feature", name)))
            until(lambda wanted=wanted: tabs() == wanted, wanted)
        until(lambda: page.locator("main").get_attribute("data-screen") != "watch", "another page")
    finally:
        site.run("tenant", "features", "sofa", "--feature", "watch", "--feature", "class", "--feature", "play")
    until(lambda: tabs() == all_tabs and page.locator("main[data-screen=watch]").count() == 1, all_tabs)
    assert loads == [], loads
    visit.context.close()


def one_tab_waits_and_all_hear(site, browser):
    """Of two tabs one asks for changes, and the other goes on when it is closed. Both count on the app's badge."""
    room_id = room(site)
    visit = Visit(browser, site.url, service_workers="block")
    visit.context.add_init_script("globalThis.badges = []; navigator.setAppBadge = async number => { badges.push(number); };")
    tabs, asked = [visit.share(site.token("ada")).page, visit.context.new_page()], []
    for number, tab in enumerate(tabs):
        tab.on("request", lambda request, number=number: asked.append(number) if "/v1/changes" in request.url else None)
        tab.goto(f"/rooms/{room_id}")
        tab.locator("html[data-live=waiting]").wait_for(state="attached")
    asked.clear()
    visit.page.evaluate("badges.length = 0")
    site.call("PUT", f"/rooms/{room_id}/watched", {}, by="ada")
    for content in ("one", "two"):
        comment(site, room_id, content)
        for tab in tabs:
            tab.get_by_text(content, exact=True).wait_for()
    assert len(set(asked)) == 1, asked
    until(lambda: any(tab.evaluate("badges.length") for tab in tabs), "a badge")
    tabs.pop(asked[0]).close()
    comment(site, room_id, "three")
    tabs[0].get_by_text("three", exact=True).wait_for()
    visit.context.close()
