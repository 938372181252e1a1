"""Tests of links to a new password: who makes them, what their page says, who is signed in then, and what stands in one's account."""

import email
import email.policy
import re

from demo_server import PASSWORD, fresh_site, site_with_worker
from fixtures import swallowed
from playwright.sync_api import expect
from visit import DESKTOP, LIE, PHONE, Visit, until, visit_of, walk

NEW = "nine lamps at sea"
USE = "**/v1/password-links/use"
# What a browser logs of refused, lost and foreign answers.
SEEN = ("404", "502")


def _link(site, username):
    """A link of an operator's, as a member's browser opens it. It ends an older one."""
    code = site.run("user", "password-link", "--tenant", "sofa", "--email", f"{username}@example.org").strip()
    return f"/new-password#sofa/{code}"


def _account(site, username, role="member"):
    site.account(username, role)
    return username


def _opens(visit, link, username):
    visit.opens(link, "enter")
    expect(visit.page.get_by_role("heading", level=1)).to_have_text("Choose a new password")
    expect(visit.page.locator("main")).to_contain_text(f"for {username}, in The ")
    return visit.page.get_by_label("New password", exact=True)


def _signed_in(visit):
    expect(visit.page.locator("main[data-screen=watch]")).to_be_visible()
    return visit.call("replica", "me")["username"]


def _makes(visit, username, size):
    """Makes a link in the list of members, by keyboard, and returns it as the page shows it once."""
    page = visit.page
    visit.opens("/admin/members", "admin")
    visit.button(f"Change {username}").press("Enter")
    visit.button("Create password link").press("Enter")
    sheet = page.get_by_role("dialog", name=f"Link to a new password for {username}")
    for text in ("It works once, for 24 hours.", "is notified that you made it", "an earlier link ends", "signed out everywhere else"):
        expect(sheet).to_contain_text(text)
    visit.button("Make the link", sheet).press("Enter")
    expect(sheet).to_contain_text("to nobody else")
    expect(visit.button("Copy link", sheet)).to_be_focused()
    link = sheet.get_by_label("Link", exact=True).input_value()
    assert visit.fits()
    visit.button("Done", sheet).press("Enter")
    expect(sheet).to_have_count(0)
    expect(visit.button("Create password link")).to_be_focused()
    assert link.rsplit("/", 1)[1] not in visit.readable(), "the link is shown only once"
    return link


def a_member_gets_back_in_by_a_link(site, browser):
    """Shows rules 16.15 and 16.16: both forms of links, on a phone and a desktop, by keyboard alone. The code is in no request's address."""
    owner = visit_of(site, browser, "ada", "/admin/members")
    for number, size in enumerate((PHONE, (320, 640), DESKTOP)):
        username = _account(site, f"lost{number}")
        elsewhere = visit_of(site, browser, username, "/people", size)
        made = _makes(owner, username, size)
        assert made.startswith(f"{site.url}/new-password#sofa/"), made
        code = made.rsplit("/", 1)[1]
        link = made.removeprefix(site.url) if number else f"/new-password#{code}"
        notice = elsewhere.page.locator("[data-link=open]")
        expect(notice).to_contain_text("ada made a link with which your password can be set.", ignore_case=True)
        assert elsewhere.fits()

        visit, asked = Visit(browser, site, size), []
        page = visit.page
        page.on("request", lambda request: asked.append(request.url))
        password = _opens(visit, link, username)
        assert page.url == f"{site.url}/new-password" and "#" not in page.evaluate("location.href")
        expect(page.locator("main")).to_contain_text(f"for {username}, in The Sofa")
        assert page.locator("input[autocomplete=username]").input_value() == username
        page.reload()
        expect(password).to_be_visible()
        walk(visit, "New password", then="short")
        walk(visit, "Set password")
        expect(page.locator(".fault:visible")).to_have_text("At least 8 characters.")
        expect(password).to_be_focused()
        page.keyboard.press("Control+a")
        page.keyboard.type(NEW)
        walk(visit, "Show", then="Enter")
        assert password.get_attribute("type") == "text"
        walk(visit, "Set password")
        assert _signed_in(visit) == username
        assert page.evaluate("history.state?.link ?? null") is None and code not in visit.readable()
        assert not any(code in address for address in asked)
        # Everywhere else they are signed out.
        elsewhere.shows("enter")

        # The link works once.
        for again in (visit, Visit(browser, site, size)):
            again.opens(link, "enter", "error")
            expect(again.page.get_by_role("heading", level=1)).to_have_text("This link can’t be used")
            expect(again.page.get_by_role("link", name="Go on" if again is visit else "Sign in")).to_be_visible()
            assert again.fits() and again.page.url == f"{site.url}/new-password"
            again.end(("404", "422", "401"))
        elsewhere.end(("401",))
    owner.end()


def a_lost_answer_says_that_the_password_may_be_set(site, browser):
    """Shows rule 16.15: so does an answer of something else. Another try sets it, or says that the link works no more and signs in with it."""
    username = _account(site, "lost.answer")
    fault = "The connection broke. Your password may already be changed."
    for isLost in (False, True):
        visit = Visit(browser, site, PHONE)
        page = visit.page
        password = _opens(visit, _link(site, username), username)
        password.fill(NEW)
        if isLost:
            with swallowed(page, USE):
                visit.button("Set password").click()
                expect(page.locator(".form-fault")).to_contain_text(fault)
            visit.button("Set password").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Your password may be set")
            expect(page.get_by_role("heading", level=1)).to_be_focused()
            expect(page.get_by_label("Password", exact=True)).to_have_value(NEW)
            # A reload knows it as well, without the password.
            page.reload()
            expect(page.get_by_role("heading", level=1)).to_have_text("Your password may be set")
            page.get_by_label("E-mail").fill(f"{username}@example.org")
            page.get_by_label("Password", exact=True).fill(NEW)
            visit.button("Sign in").click()
        else:
            page.route(USE, lambda route: route.fulfill(**LIE))
            visit.button("Set password").click()
            expect(page.locator(".form-fault")).to_contain_text(fault)
            page.unroute(USE)
            expect(password).to_have_value(NEW)
            visit.button("Set password").click()
        assert _signed_in(visit) == username
        assert NEW not in visit.readable()
        visit.end(SEEN)


def a_look_up_that_fails_can_be_tried_again(site, browser):
    """Shows rule 16.15: what isn't Davenport's answer says nothing of the link. Neither does half of an address."""
    username = _account(site, "look.up")
    visit, look = Visit(browser, site), "**/v1/password-links/lookup"
    page = visit.page
    page.route(look, lambda route: route.fulfill(**LIE))
    visit.opens(_link(site, username), "enter", "error")
    page.unroute(look)
    visit.button("Try again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a new password")
    # A second link in the same tab takes the place of the first.
    page.goto("/new-password#sofa/wrong")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link can’t be used")
    page.goto("/")
    visit.shows("enter")
    visit.opens("/new-password", "enter", "error")
    expect(page.get_by_text("The link is incomplete. Copy all of it from the message, or ask for a new one.")).to_be_visible()
    visit.end(("404",))


def somebody_else_is_signed_in_on_this_browser(site, browser):
    """Shows rules 16.12 and 16.15: it says so before, and what they wrote waits for them; so does the person's own session."""
    username, other = _account(site, "link.of"), _account(site, "here.already")
    visit = visit_of(site, browser, other, "/settings#feedback", PHONE)
    page = visit.page
    page.get_by_label("What is good, bad or missing").fill("half a thought")
    visit.keeps("half a thought")
    password = _opens(visit, _link(site, username), username)
    for text in (f"You are signed in here as {other}.", f"The link signs you in as {username} instead.", "waits in this browser for 30 days"):
        expect(page.locator("main")).to_contain_text(text)
    assert visit.fits()
    page.get_by_role("link", name=f"Go on as {other}").click()
    expect(page.locator("main[data-screen=watch]")).to_be_visible()
    page.go_back()
    password.fill(NEW)
    visit.button("Set password").click()
    expect(page.locator("html[data-signed-in]")).to_be_attached()
    until(lambda: visit.call("session", "current")["username"] == username, "the other person")
    assert _signed_in(visit) == username
    visit.opens("/settings#feedback", "settings")
    expect(page.get_by_label("What is good, bad or missing")).to_have_value("")
    # One's own session stays, and ends elsewhere.
    password = _opens(visit, _link(site, username), username)
    expect(page.locator("main")).to_contain_text("You are signed in here, and stay so.")
    password.fill(f"{NEW} again")
    visit.button("Set password").click()
    assert _signed_in(visit) == username
    # Once they have signed out, which erases what is theirs alone, whoever was here before signs in again.
    visit.opens("/settings", "settings")
    visit.button("Sign out").click()
    visit.shows("enter")
    page.get_by_label("E-mail").fill(f"{other}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visit.button("Sign in").click()
    assert _signed_in(visit) == other
    visit.opens("/settings#feedback", "settings")
    expect(page.get_by_label("What is good, bad or missing")).to_have_value("half a thought")
    visit.button("Throw away", page.locator("form", has=page.get_by_label("What is good, bad or missing"))).click()
    visit.end(("401",))


def somebody_suspended_sets_a_password_and_stays_out(site, browser):
    """Shows rule 16.15."""
    username = _account(site, "is.suspended")
    site.call("PATCH", f"/members/{site.id(username)}", {"suspended": True}, by="ada")
    site.run("tenant", "contact", "sofa", "--contact", "help@sofa.example.org")
    visit = Visit(browser, site)
    _opens(visit, _link(site, username), username).fill(NEW)
    visit.button("Set password").click()
    expect(visit.page.get_by_role("heading", level=1)).to_have_text("Your password is set")
    expect(visit.page.locator("main")).to_contain_text("your account is suspended")
    expect(visit.page.get_by_role("link", name="help@sofa.example.org")).to_have_attribute("href", "mailto:help@sofa.example.org")
    site.run("tenant", "contact", "sofa", "--contact", "")
    visit.end(("403",))


def one_ends_a_link_that_one_didnt_ask_for(site, browser):
    """Shows rule 16.16: on each page, in each tab, also an operator's; and leads to the password."""
    username = _account(site, "not.asked")
    visit = visit_of(site, browser, username, "/people", PHONE)
    page, opened, ended = visit.page, visit.page.locator("[data-link=open]"), visit.page.locator("[data-link=ended]")
    link = _link(site, username)
    expect(opened).to_contain_text("The operator made a link with which your password can be set.")
    expect(page.get_by_role("status")).to_contain_text("The operator made a link")
    page.reload()
    expect(opened).to_be_visible()
    with swallowed(page, "**/v1/me/password-link"):
        visit.button("End this link").click()
        # It has arrived, whatever became of the answer.
        expect(opened).to_have_count(0)
    link = _link(site, username)
    expect(opened).to_be_visible()
    visit.button("End this link").click()
    expect(ended).to_contain_text("The link doesn’t work any more.")
    expect(visit.button("OK", ended)).to_be_focused()
    ended.get_by_role("link", name="Change password").click()
    visit.shows("settings")
    expect(page.get_by_label("Current password")).to_be_focused()
    visit.button("Cancel").click()
    ended.get_by_role("link", name="Change password").click()
    expect(page.get_by_label("Current password")).to_be_focused()
    visit.button("OK", ended).click()
    expect(ended).to_have_count(0)
    visitor = Visit(browser, site)
    visitor.opens(link, "enter", "error")
    visitor.end(("404",))
    visit.end(SEEN)


def links_are_offered_to_those_who_may_make_them(_, browser):
    """Shows rules 16.15 and 16.16: by role, by the community's setting, and never for oneself. A lost answer says that another link ends the first."""
    offer = "Create password link"
    with fresh_site() as site:
        site.account("vroni.q", "admin")
        admin, owner = visit_of(site, browser, "vroni.q", "/admin/members"), visit_of(site, browser, "ada", "/people", PHONE)
        page = admin.page
        expect(admin.button("Change cem")).to_be_visible()
        for name in ("ada", "vroni.q"):
            expect(admin.button(f"Change {name}")).to_have_count(0)
        admin.button("Change cem").click()
        admin.button(offer).click()
        sheet = page.get_by_role("dialog", name="Link to a new password for cem")
        with swallowed(page, "**/password-link"):
            admin.button("Make the link", sheet).click()
            expect(sheet).to_contain_text("No answer came, so a link may have been made. Make another one: it ends that one.")
        admin.button("Make the link", sheet).click()
        expect(sheet.get_by_label("Link", exact=True)).to_have_value(re.compile("/new-password#sofa/"))

        # In a friend's profile.
        owner.button(re.compile("^More about bea$", re.I)).first.click()
        owner.button("Profile").click()
        owner.button(offer).click()
        expect(owner.page.get_by_role("dialog", name="Link to a new password for bea")).to_be_visible()
        member = visit_of(site, browser, "bea", "/people")
        member.button(re.compile("^More about ada$", re.I)).first.click()
        member.button("Profile").click()
        expect(member.page.get_by_role("dialog", name="ada")).to_contain_text("owner")
        expect(member.button(offer)).to_have_count(0)

        site.run("tenant", "contact", "sofa", "--contact", "https://sofa.example.org/help")
        for setting, words in (("admins", "Ask an owner or admin of The Sofa for a link to choose a new password."),
                               ("owners", "Ask an owner of The Sofa for a link to choose a new password."),
                               ("off", "Ask the people who run The Sofa for a link to choose a new password.")):
            site.run("tenant", "password-links", "sofa", setting)
            visit = Visit(browser, site)
            visit.opens("/", "enter")
            visit.page.get_by_text("Forgot your password?").click()
            expect(visit.page.locator(".help")).to_contain_text(words)
            expect(visit.page.get_by_role("link", name="https://sofa.example.org/help")).to_be_visible()
            visit.end()
            for maker, allowed in ((admin, ("admins",)), (owner, ("admins", "owners"))):
                maker.page.goto("/admin/members")
                until(lambda maker=maker: maker.call("session", "tenant")["passwordLinks"] == setting, "the setting")
                maker.button("Change cem").click()
                expect(maker.page.get_by_role("dialog", name="Change cem")).to_be_visible()
                expect(maker.button(offer)).to_have_count(1 if setting in allowed else 0)
        for one in (admin, owner, member):
            one.end(SEEN)


def somebody_asks_for_a_link_by_e_mail(_, browser):
    """Shows rules 16.16 and 26.2: on a phone, by keyboard, with a proxy's page in between. The worker sends the mail, and its link leads back in."""
    with site_with_worker() as (site, _):
        visit = Visit(browser, site, PHONE)
        visit.opens("/", "enter")
        page = visit.page
        page.get_by_label("E-mail", exact=True).fill("bea@example.org")
        page.get_by_text("Forgot your password?").click()
        asked = page.get_by_label("Your e-mail address")
        expect(asked).to_have_value("bea@example.org")
        page.route("**/v1/password-links", lambda route: route.fulfill(**LIE))
        visit.button("Send me a link").press("Enter")
        expect(page.locator(".help .form-fault")).not_to_be_empty()
        page.unroute("**/v1/password-links")
        visit.button("Send me a link").press("Enter")
        expect(page.locator(".help")).to_contain_text("If bea@example.org has an account here, a mail with a link is on its way.")
        expect(page.get_by_text("a mail with a link is on its way")).to_be_focused()
        assert visit.fits()
        visit.button("Another address").press("Enter")
        expect(asked).to_have_value("bea@example.org")
        mails = site.folder / "mail"
        until(lambda: list(mails.glob("*.eml")), "the mail")
        mail = email.message_from_bytes(next(mails.glob("*.eml")).read_bytes(), policy=email.policy.default)
        link = re.search(r"http://[^/]+(/new-password#\S+)", mail.get_body(("plain",)).get_content()).group(1)
        password = _opens(visit, link, "bea")
        password.fill(NEW)
        visit.button("Set password").press("Enter")
        assert _signed_in(visit) == "bea"
        visit.end(SEEN)


def a_link_belongs_to_its_community(_, browser):
    """Shows rule 16.15: on a host of its own, and elsewhere by its slug. Who is signed in to another community on the same host signs out first."""
    with fresh_site() as site:
        site.run("tenant", "create", "attic", "--name", "The Attic", "--host", "attic.localhost")
        person = ("--tenant", "attic", "--email", "kim@example.org")
        site.run("user", "create", *person, "--username", "kim", "--password-stdin", typed=PASSWORD)
        code = site.run("user", "password-link", *person).strip()
        signed_in, visit = visit_of(site, browser, "ada"), Visit(browser, site)
        signed_in.opens(f"/new-password#attic/{code}", "enter", "error")
        expect(signed_in.page.get_by_role("heading", level=1)).to_have_text("Sign out first")
        expect(signed_in.page.get_by_text("The link is of another community than The Sofa")).to_be_visible()
        signed_in.end(("404",))
        # A host that names no community has the link's; its own host needs no slug.
        password = _opens(visit, f"/new-password#attic/{code}", "kim")
        expect(visit.page.get_by_text("for kim, in The Attic")).to_be_visible()
        visit.url = f"http://attic.localhost:{site.port}"
        visit.page.goto(f"{visit.url}/new-password#{code}")
        expect(visit.page.get_by_text("for kim, in The Attic")).to_be_visible()
        password.fill(NEW)
        visit.button("Set password").click()
        expect(visit.page.locator("main[data-screen=watch][data-state=empty]")).to_be_visible()
        visit.end(("a request to",))
