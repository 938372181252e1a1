"""Tests of reports and administration in the web client: from the menu in which somebody reports to the warning that somebody else reads."""

import json
import re
import subprocess

from demo_server import fresh_site
from fixtures import comment, room
from lessons import finish, new_teacher, visit_of
from playwright.sync_api import expect
from visit import PHONE, until

ADMIN = ("/admin", "/admin/reports", "/admin/members", "/admin/invites", "/admin/filter", "/admin/feedback", "/admin/audit",
         "/admin/reports/00000000-0000-4000-8000-000000000000")


def _open_report(visit, of):
    visit.page.goto("/admin/reports")
    visit.page.locator("[data-report]").filter(has_text=of).click()
    visit.shows("report")


def _confirm(visit):
    visit.button("Decide", visit.page.locator(".dialog")).click()


def a_report_goes_from_the_room_to_its_decision(_, browser):
    """A browser each for the reporter, an admin who isn't in the room, an owner who is slower, and the one who is warned."""
    with fresh_site() as site:
        site.account("vroni.q", "admin")
        room_id = room(site, members=("bea", "cem"), watched=("ada", "bea", "cem"))
        said = comment(site, room_id, "15:43 Reported words of bea")
        comment(site, room_id, "15:50 Words between friends")
        reporter, warned = visit_of(site, browser, "cem", f"/rooms/{room_id}", PHONE), visit_of(site, browser, "bea", f"/rooms/{room_id}")
        page = reporter.page

        # By keyboard alone.
        more = reporter.button("More", page.locator(f'[data-comment="{said["id"]}"]'))
        more.focus()
        page.keyboard.press("Enter")
        reporter.button("Report").focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="Report a comment by bea")
        expect(dialog.get_by_label("Reason")).to_be_focused()
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
        own = warned.button("More", warned.page.locator(f'[data-comment="{said["id"]}"]'))
        own.click()
        expect(warned.button("Edit")).to_be_visible()
        expect(warned.button("Report")).to_have_count(0)
        warned.page.keyboard.press("Escape")
        site.call("PATCH", f"/rooms/{room_id}/comments/{said['id']}", {"content": "Harmless words"}, by="bea")

        admin, owner = visit_of(site, browser, "vroni.q", "/admin"), visit_of(site, browser, "ada", "/settings", PHONE)
        line = admin.page.locator("[data-report]").filter(has_text="A comment by bea")
        expect(line).to_contain_text("24 h left")
        line.click()
        admin.shows("report")
        main = admin.page.locator("main")
        for text in ("Reported words of bea", "15:43", "She does it each evening.", "cem", "Nothing else was decided about them."):
            expect(main).to_contain_text(text)
        assert "Words between friends" not in admin.readable() and "Harmless words" not in admin.readable()
        # Sending one form keeps what is typed in the other.
        admin.page.get_by_label("Warn bea").check()
        admin.page.get_by_label("Warning").fill("Typed before the note")
        admin.page.get_by_label("Note", exact=True).fill("I ask bea first.")
        admin.button("Add note").click()
        expect(main.get_by_role("listitem").filter(has_text="I ask bea first.")).to_contain_text("vroni.q")
        expect(admin.page.get_by_label("Note", exact=True)).to_have_value("")
        expect(admin.page.get_by_label("Note", exact=True)).to_be_focused()
        expect(admin.page.get_by_label("Warning")).to_have_value("Typed before the note")
        admin.page.goto(f"/rooms/{room_id}")
        expect(admin.page.get_by_text("There is no such room, or you are not in it.")).to_be_visible()

        site.run("dev", "clock", "+25h")
        _open_report(admin, re.compile("A comment by bea.*Overdue since"))
        expect(main.locator("[data-overdue]")).to_be_visible()
        try:
            site.run("report", "list", "--tenant", "sofa", "--overdue")
            raise AssertionError("no report is overdue")
        except subprocess.CalledProcessError as error:
            assert error.returncode == 1
        owner.page.get_by_role("link", name=re.compile("Administration")).click()
        owner.page.locator("[data-report]").filter(has_text="bea").click()
        owner.shows("report")

        # What was chosen and typed before is kept.
        expect(admin.page.get_by_label("Warning")).to_have_value("Typed before the note")
        admin.page.get_by_label("Warn bea").uncheck()
        admin.button("Decide").click()
        expect(main).to_contain_text("Choose something, or dismiss it.")
        expect(admin.page.get_by_label("Warning")).to_be_hidden()
        admin.page.get_by_label("Delete the comment").check()
        admin.page.get_by_label("Warn bea").check()
        admin.page.get_by_label("Warning").fill("Stay kind,\nplease.")
        admin.button("Decide").click()
        _confirm(admin)
        expect(main.locator("[data-decided='delete warn']")).to_contain_text("vroni.q")
        expect(main.locator("[data-decided]")).to_be_focused()
        expect(main).to_contain_text("Reported words of bea")
        owner.button("Dismiss").click()
        _confirm(owner)
        expect(owner.page.locator("main")).to_contain_text("Somebody else was faster. Your decision changed nothing.")
        expect(owner.page.locator("[data-decided='delete warn']")).to_be_visible()

        # The one who is warned reads it on whatever page, without a reload, until they say so.
        expect(warned.page.locator("[data-warning]")).to_have_count(2)
        expect(warned.page.locator("[data-warning]").filter(has_text="You have been warned: harassment")).to_contain_text("Stay kind,\nplease.", use_inner_text=True)
        expect(warned.page.locator(f'[data-comment="{said["id"]}"]')).to_have_count(0)
        warned.page.goto("/people")
        for left in (1, 0):
            warned.button("I have read this").first.click()
            expect(warned.page.locator("[data-warning]")).to_have_count(left)
        warned.page.reload()
        warned.shows("people")
        expect(warned.page.locator("[data-warning]")).to_have_count(0)
        assert "warnings" not in site.call("GET", "/me", by="bea")
        assert "vroni.q" not in warned.readable() and "She does it" not in warned.readable()
        # The reporter learns nothing of it.
        expect(reporter.page.locator(f'[data-comment="{said["id"]}"]')).to_have_count(0)
        assert "Stay kind" not in reporter.readable() and "vroni.q" not in reporter.readable()
        # One entry for each of the two actions. The first report is the demo's.
        events = [one["event"] for one in json.loads(site.run("audit", "list", "--tenant", "sofa", "--json")) if one["event"].startswith("report.")]
        assert events == ["report.resolved", "report.resolved", "report.noted", "report.made", "report.made"], events
        finish(reporter, admin, owner, warned, but=("404", "409"))


def a_member_sees_nothing_of_the_administration(site, browser):
    """By no address and in no kept answer; nor does an admin whose role ends, while they look at it."""
    former, second, third = (site.account(name, "admin") for name in ("ex.admin", "ex.second", "ex.third"))
    site.account("plain", "member")
    site.call("POST", "/invites", {}, by="plain")
    member, admin = visit_of(site, browser, "plain", "/settings"), visit_of(site, browser, "ex.admin", "/admin/members")
    expect(member.page.get_by_role("link", name="Sessions")).to_be_visible()
    expect(member.page.get_by_role("link", name=re.compile("Administration"))).to_have_count(0)
    asked = []
    member.page.on("request", lambda request: asked.append(request.url) if re.search("/v1/(reports|members|tenant/filter|audit|invites)|js/screens/(admin|report)", request.url) else None)
    for path in ADMIN:
        member.opens(path, "nowhere", "error")
        expect(member.page.get_by_text("There is no such page.")).to_be_visible()
    assert asked == [], asked

    expect(admin.page.locator(f'[data-member="{former}"]')).to_contain_text("ex.admin")
    expect(admin.button("Change plain")).to_be_visible()
    # Admins change no owners, and nobody changes themselves.
    for name in ("ada", "ex.admin"):
        expect(admin.button(f"Change {name}")).to_have_count(0)
    inviting, auditing = visit_of(site, browser, "ex.second", "/admin/invites"), visit_of(site, browser, "ex.third", "/admin/audit")
    expect(inviting.page.locator("[data-invite]").filter(has_text="plain")).to_be_visible()
    expect(auditing.page.locator("[data-audit]").filter(has_text="Signed up").first).to_be_visible()
    for user in (former, second, third):
        site.call("PATCH", f"/members/{user}", {"role": "member"}, by="ada")
    for visit, text in ((inviting, "0 of 1 used"), (auditing, "Signed up")):
        expect(visit.page.get_by_text("There is no such page.")).to_be_visible()
        until(lambda visit=visit, text=text: text not in visit.readable(), f"nothing of {text}")
    expect(admin.page.get_by_text("There is no such page.")).to_be_visible()
    until(lambda: "here since" not in admin.readable(), "nothing of the members")
    admin.page.goto("/settings")
    expect(admin.page.get_by_role("link", name=re.compile("Administration"))).to_have_count(0)
    finish(member, admin, inviting, auditing, but=("403", "410"))


def members_get_other_roles_and_a_class_another_teacher(site, browser):
    """A suspension is given and lifted, a fault stands at its field, and a teacher's class moves."""
    young = site.account("young")
    new_teacher(site, "old.teacher")
    heir = new_teacher(site, "new.teacher")
    task = site.call("POST", "/tasks", {"title": "Inherited", "studentIDs": []}, by="old.teacher")["id"]
    ada = visit_of(site, browser, "ada", "/admin/members", PHONE)
    page, line = ada.page, ada.page.locator(f'[data-member="{young}"]')
    # The list comes in pages.
    more, lines = ada.button("More"), page.locator("[data-member]")
    expect(lines.first).to_be_visible()
    while line.count() == 0:
        shown = lines.count()
        more.click()
        expect(lines.nth(shown)).to_be_attached()

    def change(field, value):
        ada.button("Change young").click()
        page.get_by_label(field).select_option(value)
        ada.button("Save").click()

    # A search finds a member by the beginning of their name, and an empty one lists all again.
    search = page.get_by_label("Username", exact=True)
    search.press_sequentially("YOUN")
    expect(page.locator("[data-member]")).to_have_count(1)
    expect(line).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("1 member.")
    search.fill("nobody.at.all")
    expect(page.get_by_text("Nobody.", exact=True)).to_be_visible()
    search.fill("youn")
    expect(line).to_be_visible()
    change("Suspension", "1")
    expect(line).to_contain_text("suspended until")
    expect(ada.button("Change young")).to_be_focused()
    assert site.call("GET", f"/users/{young}", by="ada")["suspended"]
    change("Suspension", "lift")
    expect(line).not_to_contain_text("suspended")
    change("Role", "teacher")
    expect(page.get_by_role("dialog").locator(".fault:visible, .form-fault p").first).to_contain_text(re.compile(r"\w"))
    page.keyboard.press("Escape")
    change("Role", "admin")
    expect(line).to_contain_text("admin · here since")
    search.fill("old.t")
    ada.button("Change old.teacher").click()
    next_teacher = page.get_by_label("Username of the next teacher")
    next_teacher.fill("nobody.at.all")
    ada.button("Hand over").click()
    expect(page.get_by_text("There is nobody of this username.")).to_be_visible()
    next_teacher.fill("new.teacher")
    ada.button("Hand over").click()
    ada.button("Hand over", page.get_by_role("dialog", name="Hand the class over to new.teacher?")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert task in [one["id"] for one in site.call("GET", "/tasks", by="new.teacher")["items"]]
    assert [one["user"]["id"] for one in site.call("GET", f"/tasks/{task}", by="new.teacher")["teachers"]] == [heir]
    finish(ada, but=("422",))


def without_network_administration_keeps_nothing_and_says_so(site, browser):
    """Its lists say that the server can't be reached and come back; its forms keep what is typed; nothing of it lies on the device."""
    site.account("under.report")
    site.call("POST", "/reports", {"userID": site.call("GET", "/me", by="under.report")["id"], "reason": "spam", "note": "Planted note"}, by="bea")
    ada = visit_of(site, browser, "ada", "/admin/reports")
    page = ada.page
    _open_report(ada, "under.report")
    expect(page.locator("main")).to_contain_text("Planted note")
    page.get_by_label("Note", exact=True).fill("From the train")
    page.route("**/v1/**", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Offline. What you write is sent later.").first).to_be_visible()
    for name in ("Add note", "Decide", "Dismiss"):
        expect(ada.button(name)).to_have_attribute("aria-disabled", "true")
    ada.button("Add note").click(force=True)
    expect(page.get_by_label("Note", exact=True)).to_have_value("From the train")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text("The server can't be reached.")).to_be_visible()
    assert "Planted note" not in ada.readable() and "under.report" not in ada.readable()
    for name in ("Members", "Invites", "Audit", "Reports"):
        page.get_by_role("navigation", name="Administration").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        expect(page.get_by_text("The server can't be reached.")).to_be_visible()
    page.unroute("**/v1/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    ada.button("Try again").click()
    expect(page.locator("[data-report]").first).to_be_visible()
    finish(ada, but=("ERR_FAILED",))


def everybodys_invites_are_listed_and_withdrawn(_, browser):
    """An admin sees who invites to what, without the notes of others, and withdraws an invite by keyboard; its maker sees that."""
    with fresh_site() as site:
        made = site.call("POST", "/invites", {"note": "For my secret friend", "maxUses": 3}, by="bea")
        site.call("POST", "/invites", {"note": "For Tess", "role": "teacher"}, by="ada")
        site.call("POST", "/invites/lookup", {"code": made["code"]})
        ada, bea = visit_of(site, browser, "ada", "/admin/invites", PHONE), visit_of(site, browser, "bea", "/people")
        page, line = ada.page, ada.page.locator(f'[data-invite="{made["invite"]["id"]}"]')
        expect(line).to_contain_text(re.compile("bea.*student · 0 of 3 used · until"))
        expect(page.locator("[data-invite]").filter(has_text="Your note: For Tess")).to_contain_text(re.compile("ada.*teacher · 0 of 1 used"))
        assert "secret friend" not in ada.readable()
        withdraw = ada.button("Withdraw the invite of bea", line)
        withdraw.focus()
        page.keyboard.press("Enter")
        ada.button("Cancel", page.get_by_role("dialog")).press("Enter")
        expect(withdraw).to_be_focused()
        page.keyboard.press("Enter")
        ada.button("Withdraw", page.get_by_role("dialog")).press("Enter")
        expect(line).to_contain_text("withdrawn")
        expect(line).to_be_focused()
        expect(line.get_by_role("button")).to_have_count(0)
        bea.page.reload()
        expect(bea.page.locator("#invites li").filter(has_text="For my secret friend")).to_contain_text("withdrawn")
        page.get_by_role("link", name="Audit").click()
        page.get_by_label("Event").select_option("invite.withdrawn")
        expect(page.locator("[data-audit]")).to_have_count(1)
        expect(page.locator("[data-audit]")).to_contain_text(re.compile("Invite withdrawn.*by ada"))
        finish(ada, bea)
