"""The pages and states of the web client's administration, for pictures.py: ada's, who owns the community, and bea's, who is warned."""

from fixtures import comment
from playwright.sync_api import expect


def prepare(site, room_id):
    """Makes an open report of a comment with all that a report can have, decided ones, and feedback."""
    bea, cem = site.id("bea"), site.id("cem")
    long = "41:02 what nobody wants to read, in words that go on and on and on over more than one line of a phone"
    said = [comment(site, room_id, text) for text in (long, "1:02:00 gone by now", "5:00 all fine")]
    reports = []
    for one, reason, note in ((said[0], "harassment", "She does it each evening, and it is no fun any more."), (said[1], "spoiler", None), (said[2], "other", None)):
        reports.append(site.call("POST", "/reports", {"commentID": one["id"], "reason": reason, "note": note}, by="cem")["id"])
    site.call("POST", "/reports", {"userID": cem, "reason": "spam"}, by="bea")
    site.call("POST", f"/reports/{reports[0]}/notes", {"text": "I ask bea what it was about."}, by="ada")
    site.call("POST", f"/reports/{reports[1]}/resolution", {"actions": ["delete", "warn"], "text": "Tell no endings, please. The others haven't seen it."}, by="ada")
    site.call("POST", f"/reports/{reports[2]}/resolution", {"actions": ["dismiss"]}, by="ada")
    site.call("POST", "/feedback", {"text": "The cube turns too fast for me.\nCould there be a switch?", "context": "web 0"}, by="bea")
    site.call("PUT", "/tenant/filter", {"words": ["blast*", "darn"], "action": "refuse"}, by="ada")
    site.call("PATCH", f"/members/{site.account('suspended')}", {"suspended": True}, by="ada")
    for maker, invite in (("ada", {"note": "For Tess, who teaches us the piano on Tuesdays", "role": "teacher", "maxUses": 3}), ("bea", {}), ("cem", {"maxUses": 20})):
        made = site.call("POST", "/invites", invite, by=maker)["invite"]["id"]
    site.call("DELETE", f"/invites/{made}", by="ada")
    site.run("invite", "create", "--tenant", "sofa", "--role", "owner")
    return {"open": reports[0], "decided": reports[1], "bea": bea}


def admin(visit, scene):
    page = visit.page
    visit.opens("/admin", "admin")
    yield "sections"
    visit.opens("/admin/reports", "admin")
    page.locator("[data-report]").first.wait_for()
    yield "reports"
    page.locator("[data-report]").filter(has_text="warned").scroll_into_view_if_needed()
    yield "reports-decided"
    visit.opens(f"/admin/reports/{scene.reported['open']}", "report")
    yield "report"
    for label in ("Warn bea", "Suspend bea", "Delete the comment"):
        page.get_by_label(label).check()
    page.get_by_label("Warning").fill("Stay kind, please.")
    page.get_by_label("Warning").scroll_into_view_if_needed()
    yield "report-decision"
    visit.button("Delete, warn and suspend").click()
    yield "report-decide"
    visit.cancel()
    visit.opens(f"/admin/reports/{scene.reported['decided']}", "report")
    yield "report-decided"
    visit.opens("/admin/reports/00000000-0000-4000-8000-000000000000", "report", "error")
    yield "report-missing"
    visit.opens("/admin/members", "admin")
    page.locator("[data-member]").first.wait_for()
    yield "members"
    page.locator("[data-member] button").first.click()
    yield "members-change"
    visit.button("Close").click()
    page.get_by_label("Search by username", exact=True).fill("be")
    expect(page.locator("[data-member]").filter(has_text="suspended")).to_have_count(0)
    yield "members-search"
    visit.opens("/admin/invites", "admin")
    page.locator("[data-invite]").first.wait_for()
    yield "invites"
    visit.button("More about the operator’s invite").first.click()
    visit.button("Withdraw", visit.page.locator(".menu")).click()
    yield "invites-withdraw"
    visit.cancel()
    visit.opens("/admin/audit", "admin")
    page.locator("[data-audit]").first.wait_for()
    yield "audit"
    page.get_by_label("Event").select_option("bot.deleted")
    page.get_by_text("Nothing here.").wait_for()
    yield "audit-empty"
    visit.opens("/admin/filter", "admin")
    page.get_by_label("Words, one a line").wait_for()
    yield "filter"
    visit.opens("/admin/feedback", "admin")
    page.locator("[data-feedback]").first.wait_for()
    yield "feedback"
    visit.opens("/admin/community", "admin")
    page.get_by_label("Description").wait_for()
    yield "community"
    page.route("**/v1/**", lambda route: route.abort())
    if page.get_by_role("link", name="Reports").count() == 0:
        page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("link", name="Reports").click()
    page.get_by_text("The server can’t be reached.").wait_for()
    yield "offline"
    page.unroute("**/v1/**")


def warned(visit, scene):
    """What somebody reads who is warned, and how they report somebody themselves."""
    expect(visit.page.locator("[data-warning]")).to_have_count(2)
    yield "warning"
    visit.opens(f"/rooms/{scene.watched}", "room")
    visit.button("More", visit.page.locator("[data-comment]").filter(has_text="the music already")).click()
    visit.button("Report").click()
    visit.button("Send report").click()
    yield "report"
    visit.page.keyboard.press("Escape")
    if visit.button("Info").is_visible():
        visit.button("Info").click()
    visit.page.get_by_text("Leave, report or delete").click()
    visit.button("Report room").click()
    visit.page.get_by_text("Add comments").click()
    visit.page.get_by_role("dialog", name="Report this room").get_by_role("checkbox").first.check()
    yield "report-evidence"


SIGNED_IN = {"ada": (admin,), "bea": (warned,)}
