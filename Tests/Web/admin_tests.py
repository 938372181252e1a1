"""Tests of reports and administration in the web client: from the menu in which somebody reports to the warning that somebody else reads."""

import pathlib
import re

from demo_server import fresh_site
from fixtures import comment, confirm, room
from playwright.sync_api import expect
from visit import PHONE, Visit, until, visit_of


def _open_report(visit, of):
    visit.page.goto("/admin/reports")
    visit.page.locator("[data-report]").filter(has_text=of).click()
    visit.shows("report")


def a_report_goes_from_the_room_to_its_decision(_, browser):
    """A browser each for the reporter, an admin who isn't in the room, an owner who is slower, and the one who is warned."""
    with fresh_site() as site:
        site.account("vroni.q", "admin")
        room_id = room(site, members=("bea", "cem"), watched=("ada", "bea", "cem"))
        said = comment(site, room_id, "15:43 Reported words of bea")
        comment(site, room_id, "15:50 Words between friends")
        reporter, warned = visit_of(site, browser, "cem", f"/rooms/{room_id}", PHONE), visit_of(site, browser, "bea", f"/rooms/{room_id}")
        page, place = reporter.page, f'[data-comment="{said["id"]}"]'
        # By keyboard alone.
        more = reporter.button("More", page.locator(place))
        more.press("Enter")
        reporter.button("Report").press("Enter")
        dialog = page.get_by_role("dialog", name="Report a comment by bea")
        reporter.button("Send report", dialog).press("Enter")
        expect(dialog.locator(".fault:visible")).to_have_text("This is needed.")
        expect(dialog.get_by_label("Reason")).to_be_focused()
        page.keyboard.type("Har")
        page.keyboard.press("Tab")
        page.keyboard.type("She does it each evening.")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(dialog).to_contain_text("An admin decides within a day.")
        page.keyboard.press("Escape")
        expect(more).to_be_focused()
        # Nobody reports their own comment.
        warned.button("More", warned.page.locator(place)).click()
        expect(warned.button("Edit")).to_be_visible()
        expect(warned.button("Report")).to_have_count(0)
        warned.page.keyboard.press("Escape")
        site.call("PATCH", f"/rooms/{room_id}/comments/{said['id']}", {"content": "Harmless words"}, by="bea")

        admin, owner = visit_of(site, browser, "vroni.q", "/admin"), visit_of(site, browser, "ada", "/settings", PHONE)
        main, warning, note = admin.page.locator("main"), admin.page.get_by_label("Warning"), admin.page.get_by_label("Note", exact=True)
        _open_report(admin, re.compile("A comment by bea.*Decide by tomorrow"))
        for text in ("Reported words of bea", "15:43", "She does it each evening.", "cem", "Nothing else was decided about them."):
            expect(main).to_contain_text(text)
        assert "Words between friends" not in admin.readable() and "Harmless words" not in admin.readable()
        # Sending one form keeps what is typed in the other.
        admin.page.get_by_label("Warn bea").check()
        warning.fill("Stay kind,\nplease.")
        note.fill("I ask bea first.")
        admin.button("Add note").click()
        expect(main.get_by_role("listitem").filter(has_text="I ask bea first.")).to_contain_text("vroni.q")
        expect(note).to_have_value("")
        expect(note).to_be_focused()
        admin.page.goto(f"/rooms/{room_id}")
        expect(admin.page.get_by_text("There is no such room, or you are not in it.")).to_be_visible()
        site.run("dev", "clock", "+25h")
        _open_report(admin, re.compile("A comment by bea.*Overdue since"))
        owner.page.get_by_role("link", name=re.compile("Administration")).click()
        # On a phone, a page leads to the sections.
        owner.page.get_by_role("navigation", name="Administration").get_by_role("link", name="Reports").click()
        owner.page.locator("[data-report]").filter(has_text="A comment by bea").click()
        owner.shows("report")
        expect(warning).to_have_value("Stay kind,\nplease.")
        admin.page.get_by_label("Warn bea").uncheck()
        # With nothing chosen it says what is missing.
        expect(admin.button("Decide")).to_be_disabled()
        admin.button("Decide").press("Enter")
        expect(main).to_contain_text("Choose something, or dismiss it.")
        expect(admin.page.get_by_label("Delete the comment")).to_be_focused()
        expect(warning).to_be_hidden()
        for label in ("Delete the comment", "Warn bea"):
            admin.page.get_by_label(label).check()
        admin.button("Delete and warn").click()
        confirm(admin, "Delete and warn")
        expect(main.locator("[data-decided='delete warn']")).to_contain_text("vroni.q")
        expect(main.locator("[data-decided]")).to_be_focused()
        owner.button("Dismiss").click()
        confirm(owner, "Dismiss")
        expect(owner.page.locator("main")).to_contain_text("Somebody else was faster. Your decision changed nothing.")

        # The one who is warned reads it on whatever page, without a reload, until they say so.
        shown = warned.page.locator("[data-warning]")
        expect(shown.filter(has_text="You have been warned: harassment")).to_contain_text("Stay kind,\nplease.", use_inner_text=True)
        for one in (warned, reporter):
            expect(one.page.locator(place)).to_have_count(0)
        warned.page.goto("/people")
        for left in (1, 0):
            warned.button("I have read this").first.click()
            expect(shown).to_have_count(left)
        warned.page.reload()
        warned.shows("people")
        expect(shown).to_have_count(0)
        assert not any(secret in warned.readable() for secret in ("vroni.q", "She does it"))
        # The reporter learns nothing of it.
        assert not any(secret in reporter.readable() for secret in ("vroni.q", "Stay kind"))
        for visit in (reporter, admin, owner, warned):
            visit.end(("404", "409"))


def a_member_sees_nothing_of_the_administration(site, browser):
    """By no address and in no kept answer; nor does an admin whose role ends, while they look at it."""
    former = site.account("ex.admin", "admin")
    site.account("plain")
    site.call("POST", "/invites", {}, by="plain")
    member, admin, asked = visit_of(site, browser, "plain", "/settings"), visit_of(site, browser, "ex.admin", "/admin/members"), []
    expect(member.page.get_by_role("link", name="Signed-in devices", exact=True)).to_be_visible()
    secret = re.compile("/v1/(reports|members|tenant/(filter|counts)|audit|invites|bots)|js/screens/(admin|report)")
    member.page.on("request", lambda request: asked.append(request.url) if secret.search(request.url) else None)
    for path in ("", "/reports", "/members", "/invites", "/filter", "/feedback", "/audit", "/bots", "/community", "/reports/00000000-0000-4000-8000-000000000000"):
        member.opens(f"/admin{path}", "nowhere", "error")
    assert asked == [], asked
    expect(admin.page.locator(f'[data-member="{former}"]')).to_contain_text("ex.admin")
    expect(admin.button("Change plain")).to_be_visible()
    # Admins change no owners, and nobody changes themselves.
    for name in ("ada", "ex.admin"):
        expect(admin.button(f"Change {name}")).to_have_count(0)
    inviting, auditing = admin.context.new_page(), admin.context.new_page()
    inviting.goto("/admin/invites")
    auditing.goto("/admin/audit")
    expect(inviting.locator("[data-invite]").filter(has_text="plain")).to_be_visible()
    expect(auditing.locator("[data-audit]").filter(has_text="Signed up").first).to_be_visible()
    site.call("PATCH", f"/members/{former}", {"role": "member"}, by="ada")
    for page in (admin.page, inviting, auditing):
        expect(page.get_by_text("There is no such page.")).to_be_visible()
    for text in ("· since", "not used yet", "Signed up"):
        pages = lambda: "".join([admin.readable(), inviting.content(), auditing.content()])
        until(lambda text=text: text not in pages(), f"nothing of {text}")
    for visit in (member, admin):
        visit.opens("/settings", "settings")
        expect(visit.page.get_by_role("link", name=re.compile("Administration"))).to_have_count(0)
        visit.end(("403", "410"))


def members_get_other_roles_and_a_class_another_teacher(site, browser):
    """A search finds a member; a suspension is given and lifted, a fault stands at its field, and a teacher's class moves."""
    young, _, heir = site.account("young"), site.account("old.teacher", "teacher"), site.account("new.teacher", "teacher")
    task = site.call("POST", "/tasks", {"title": "Inherited", "studentIDs": []}, by="old.teacher")["id"]
    ada = visit_of(site, browser, "ada", "/admin/members", PHONE)
    page, line = ada.page, ada.page.locator(f'[data-member="{young}"]')
    search, lines = page.get_by_label("Search by username", exact=True), page.locator("[data-member]")
    # The list comes in pages.
    expect(lines.first).to_be_visible()
    while line.count() == 0:
        shown = lines.count()
        ada.button("More").click()
        expect(lines.nth(shown)).to_be_attached()
    search.fill("nobody.at.all")
    expect(page.get_by_text("Nobody.", exact=True)).to_be_visible()
    search.fill("YOUN")
    expect(lines).to_have_count(1)
    expect(page.get_by_role("status")).to_contain_text("1 member.")
    changes = (("Suspension", "1", "suspended until"), ("Suspension", "lift", ""), ("Role", "teacher", None), ("Role", "admin", "Admin"))
    for field, value, wanted in changes:
        ada.button("Change young").click()
        page.get_by_label(field).select_option(value)
        ada.button("Save").click()
        if wanted is None:
            # Nobody becomes a teacher without a birthday of age.
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(ada.button("Change young")).to_be_focused()
        expect(line).to_contain_text(wanted or "since")
    search.fill("old.t")
    ada.button("Change old.teacher").click()
    for name in ("nobody.at.all", "new.teacher"):
        page.get_by_label("Username of the next teacher").fill(name)
        ada.button("Hand over").click()
        if name == "nobody.at.all":
            expect(page.get_by_text("There is nobody of this username.")).to_be_visible()
    confirm(ada, "Hand over", name="Hand the class over to new.teacher?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [one["user"]["id"] for one in site.call("GET", f"/tasks/{task}", by="new.teacher")["teachers"]] == [heir]
    ada.end(("422",))


def without_network_administration_keeps_nothing_and_says_so(site, browser):
    """Its lists say that the server can't be reached and come back; its forms keep what is typed; nothing of it lies on the device."""
    site.call("POST", "/reports", {"userID": site.account("under.report"), "reason": "spam", "note": "Planted note"}, by="bea")
    ada = visit_of(site, browser, "ada")
    page, note = ada.page, ada.page.get_by_label("Note", exact=True)
    _open_report(ada, "under.report")
    expect(page.locator("main")).to_contain_text("Planted note")
    note.fill("From the train")
    ada.cut()
    expect(page.get_by_text("Offline. What you write is kept here.").first).to_be_visible()
    for name in ("Add note", "Decide", "Dismiss"):
        expect(ada.button(name)).to_have_attribute("aria-disabled", "true")
    ada.button("Add note").click(force=True)
    expect(note).to_have_value("From the train")
    page.get_by_role("navigation", name="Administration").get_by_role("link", name="Reports").click()
    expect(page.get_by_text("The server can’t be reached.")).to_be_visible()
    assert "Planted note" not in ada.readable() and "under.report" not in ada.readable()
    for name in ("Members", "Invites", "History", "Reports"):
        page.get_by_role("navigation", name="Administration").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        expect(page.get_by_text("The server can’t be reached.")).to_be_visible()
    ada.mend()
    ada.button("Try again").click()
    expect(page.locator("[data-report]").first).to_be_visible()
    ada.end(("ERR_FAILED",))


def a_community_shows_what_it_is(_, browser):
    """An owner describes it and gives it a picture, which visitors see where they sign in and join. Its tabs count what waits."""
    with fresh_site() as site:
        site.account("vroni.q", "admin")
        site.call("POST", "/feedback", {"text": "More lamps."}, by="bea")
        code = site.call("POST", "/invites", {}, by="ada")["code"]
        owner, admin = visit_of(site, browser, "ada", "/admin/community", PHONE), visit_of(site, browser, "vroni.q", "/admin/community")
        tabs = admin.page.get_by_role("navigation", name="Administration")
        expect(tabs.get_by_role("link", name="Feedback")).to_have_text(re.compile(r"Feedback\d+ new"))
        description, main = owner.page.get_by_label("Description"), owner.page.locator("main")
        expect(main).to_contain_text("becomes a student, unless the invite names another role.")
        description.fill("Four friends,\none sofa.")
        owner.keeps("Four friends")
        owner.button("Save").click()
        expect(owner.page.get_by_role("status")).to_have_text("Saved.")
        with owner.page.expect_response(re.compile("/v1/tenant/picture")):
            owner.page.get_by_label("Picture", exact=True).set_input_files(pathlib.Path(__file__).parents[2] / "Sources/Web/icon-512.png")
        expect(main.locator(".community img").first).to_be_visible()
        assert owner.fits()
        expect(admin.page.get_by_text("Owners change picture and description.")).to_be_visible()
        expect(admin.page.get_by_label("Description")).to_have_count(0)
        expect(main.locator(".preview")).to_contain_text("Four friends")
        for path in ("/", f"/join#sofa/{code}"):
            visitor = Visit(browser, site, PHONE, bypass_csp=True)
            visitor.opens(path, "enter")
            expect(visitor.page.locator(".enter-head .community img")).to_be_visible()
            expect(visitor.page.get_by_text("Four friends")).to_be_visible()
            assert visitor.fits() and visitor.violations() == []
            visitor.end()
        owner.button("Remove picture").click()
        owner.page.keyboard.press("Control+z")
        expect(main.locator(".community img").first).to_be_visible()
        site.call("DELETE", "/tenant/picture", by="ada")
        owner.page.reload()
        expect(main.locator(".community").first).to_have_text("T")
        for visit in (owner, admin):
            # The picture that was kept is gone.
            visit.end(("404",))
