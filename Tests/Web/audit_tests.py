"""Tests of administration in the web client: the invites of everybody, and the audit log."""

import re

from demo_server import fresh_site
from lessons import finish, visit_of
from playwright.sync_api import expect
from visit import PHONE, until


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


def the_audit_is_read_by_event(_, browser):
    """Newest first, page by page, for all events or one; reports lead to their page; nothing of it stays after signing out."""
    with fresh_site() as site:
        user = site.account("often.changed")
        for index in range(40):
            site.call("PATCH", f"/members/{user}", {"suspended": index % 2 == 0}, by="ada")
        site.call("PATCH", f"/members/{user}", {"role": "admin"}, by="ada")
        site.run("dev", "clock", "+1h")
        site.call("PATCH", f"/members/{user}", {"role": "member"}, by="ada")
        site.call("POST", "/reports", {"userID": user, "reason": "spam"}, by="bea")
        ada = visit_of(site, browser, "ada", "/settings")
        page, lines = ada.page, ada.page.locator("[data-audit]")
        page.get_by_role("link", name=re.compile("Administration")).click()
        page.get_by_role("link", name="Audit").click()
        expect(page.get_by_role("heading", name="Audit", level=1)).to_be_visible()
        expect(lines).to_have_count(50)
        ada.button("More").click()
        until(lambda: lines.count() > 50, "another page")
        select = page.get_by_label("Event")
        select.focus()
        page.keyboard.type("Role")
        expect(select).to_have_value("role.changed")
        expect(lines.first).to_contain_text(re.compile("Role changed: member.*by ada · about often.changed", re.S))
        expect(lines.nth(1)).to_contain_text("Role changed: admin")
        assert all("Role changed" in text for text in lines.all_inner_texts())
        select.select_option("bot.deleted")
        expect(page.get_by_text("Nothing here.")).to_be_visible()
        select.select_option("report.made")
        lines.filter(has_text="by bea").get_by_role("link", name="Report made").first.click()
        ada.shows("report")
        expect(page.locator("main")).to_contain_text("often.changed")
        page.get_by_role("link", name="Back").click()
        page.get_by_role("link", name="Audit").click()
        expect(lines.first).to_be_visible()
        page.goto("/settings")
        ada.button("Sign out").click()
        ada.shows("enter")
        assert "often.changed" not in ada.readable()
        finish(ada)
