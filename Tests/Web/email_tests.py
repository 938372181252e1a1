"""Tests of what comes by e-mail: an address is confirmed, its change is undone, and an invite goes out and is stopped."""

import email
import email.policy
import re

from demo_server import PASSWORD, site_with_worker
from playwright.sync_api import expect
from visit import DESKTOP, LIE, PHONE, Visit, until, visit_of

NEW = "nine lamps at sea"


def _link(site, address, page):
    """The link to a page of the client in the mail to an address that has one."""

    def found():
        files = (site.folder / "mail").glob("*.eml")
        mails = [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in files]
        texts = [mail.get_body(("plain",)).get_content() for mail in mails if address in (mail["To"] or "")]
        return next((text for text in texts if f"/{page}#" in text), None)

    until(found, f"a mail to {address} with a link to {page}")
    text = found()
    return re.search(rf"https?://[^/\s]+(/{page}#\S+)", text).group(1), text


def an_address_is_confirmed_and_its_change_undone(_, browser):
    """Shows rules 26.6, 26.7 and 16.17: on a phone, by keyboard, with a proxy's page in between, also by somebody who isn't signed in."""
    with site_with_worker() as (site, _):
        visit = visit_of(site, browser, "bea", "/settings#signing-in", PHONE)
        page = visit.page
        expect(page.get_by_text("bea@example.org isn’t confirmed yet.")).to_be_visible()
        visit.button("Confirm e-mail").press("Enter")
        expect(page.get_by_role("status").filter(has_text="A mail with a link is on its way.")).to_be_visible()
        link, _ = _link(site, "bea@example.org", "verify-email")
        visitor = Visit(browser, site, (320, 640), bypass_csp=True)
        visitor.opens(link, "enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Is this your address?")
        visitor.page.route("**/v1/email-verifications", lambda route: route.fulfill(**LIE))
        visitor.button("Confirm my address").press("Enter")
        expect(visitor.page.locator(".form-fault")).not_to_be_empty()
        visitor.page.unroute("**/v1/email-verifications")
        visitor.button("Confirm my address").press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Your address is confirmed")
        expect(visitor.page.get_by_role("heading", level=1)).to_be_focused()
        expect(visitor.page.get_by_text("bea@example.org is the address of bea in The Sofa.")).to_be_visible()
        assert visitor.fits() and visitor.violations() == []
        visitor.opens(link, "enter")
        visitor.button("Confirm my address").press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This link can’t be used")
        page.reload()
        expect(page.get_by_text("bea@example.org is confirmed.")).to_be_visible()

        visit.button("Change e-mail address").press("Enter")
        page.get_by_label("E-mail", exact=True).fill("thief@elsewhere.example")
        page.get_by_label("Current password").fill(PASSWORD)
        visit.button("Save", page.locator("form").filter(has=page.get_by_label("Current password"))).press("Enter")
        undo, text = _link(site, "bea@example.org", "new-password")
        assert "thief@elsewhere.example" in text
        visitor.opens(undo, "enter")
        expect(visitor.page.locator("main")).to_contain_text("Your address is bea@example.org again once you have set it.")
        visitor.page.get_by_label("New password", exact=True).fill(NEW)
        visitor.button("Set password").press("Enter")
        expect(visitor.page.locator("main[data-screen=watch]")).to_be_visible()
        visitor.opens("/settings#signing-in", "settings")
        expect(visitor.page.get_by_text("bea@example.org is confirmed.")).to_be_visible()
        visit.shows("enter")
        visitor.end(("404", "502"))
        visit.end(("401",))


def a_digest_is_chosen_and_stopped(_, browser):
    """Shows rules 26.13, 26.14 and 16.17: on a small phone, by keyboard, with a proxy's page in between."""
    with site_with_worker() as (site, _):
        site.account("kim")
        visit = visit_of(site, browser, "kim", "/settings/notifications", (320, 640))
        page = visit.page
        card = page.locator("form").filter(has=page.get_by_role("radiogroup", name="Summary by e-mail"))
        expect(card).to_contain_text("First confirm kim@example.org.")
        expect(card.get_by_label("Every evening, unless a device gets notifications")).to_be_checked()
        page.route("**/v1/me", lambda route: route.fulfill(**LIE))
        card.get_by_label("Every evening, unless a device gets notifications").press("ArrowRight")
        card.get_by_label("Every evening", exact=True).press("ArrowRight")
        expect(card.locator(".form-fault")).not_to_be_empty()
        page.unroute("**/v1/me")
        visit.button("Save", card).press("Enter")
        expect(page.locator("main").get_by_text("Saved.")).to_be_visible()
        page.reload()
        expect(card.get_by_label("Every week")).to_be_checked()
        assert visit.fits() and visit.violations() == []
        visit.opens("/settings#signing-in", "settings")
        visit.button("Confirm e-mail").press("Enter")
        visitor = Visit(browser, site, PHONE, bypass_csp=True)
        visitor.opens(_link(site, "kim@example.org", "verify-email")[0], "enter")
        visitor.button("Confirm my address").press("Enter")
        expect(visitor.page.get_by_text("Once a week a mail says what waits for you")).to_be_visible()
        visitor.opens("/no-mails#digests.half", "enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("No more mails about what waits for you?")
        visitor.button("Stop these mails").press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This link can’t be used")
        visitor.end(("404",))
        visit.end()


def an_invite_goes_out_and_is_stopped(_, browser):
    """Shows rules 26.10 and 26.11: the maker still sees the link; the reader stops further ones, without an account."""
    with site_with_worker() as (site, _):
        visit = visit_of(site, browser, "ada", "/people", DESKTOP)
        page = visit.page

        def invite():
            visit.button("Invite").press("Enter")
            visit.page.get_by_text("Change, or send by e-mail").press("Enter")
            page.get_by_label("E-mail").fill("kim@elsewhere.example")
            visit.button("Send invite").press("Enter")

        invite()
        expect(page.locator("#inviting")).to_contain_text("A mail with it is on its way to kim@elsewhere.example.")
        joining, text = _link(site, "kim@elsewhere.example", "join")
        assert "ada invites you to The Sofa" in text
        visitor = Visit(browser, site, PHONE, bypass_csp=True)
        visitor.opens(joining, "enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("ada")
        visitor.opens(_link(site, "kim@elsewhere.example", "no-mails")[0], "enter")
        assert visitor.fits() and visitor.violations() == []
        visitor.button("Stop these mails").press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("You get no more invites")
        visitor.page.goto(f"{site.url}/no-mails#half")
        visitor.button("Stop these mails").press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This link can’t be used")
        visitor.end(("404",))
        page.reload()
        invite()
        expect(page.locator("#inviting")).to_contain_text("Takes no invites from here.")
        visit.end(("422",))
