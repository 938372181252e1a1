"""The pages and states of links to a new password, for pictures.py: their own page, and what ada sees, who makes one and for whom one is made."""

import re
from fixtures import answer, refuse
from playwright.sync_api import expect
from visit import LIE


def prepare(site):
    """Makes a link for somebody, and returns its code."""
    site.account("forgetful")
    return site.run("user", "password-link", "--tenant", "sofa", "--email", "forgetful@example.org").strip()


def new_password(visit, scene):
    """The page of a link to a new password, whose use is answered in the server's place."""
    page, use = visit.page, "**/v1/password-links/use"
    opens = lambda: visit.opens(f"/new-password#sofa/{scene.link}", "enter")
    yield opens()
    page.get_by_label("New password", exact=True).fill("nine lamps at sea")
    page.route(use, lambda route: route.fulfill(**LIE))
    visit.button("Set password").click()
    expect(page.locator(".form-fault")).to_contain_text("The connection broke")
    yield "lost"
    visit.button("Sign in").click()
    yield "maybe-set"
    page.goto("/")
    opens()
    page.route(use, lambda route: refuse(route, 403, "suspended", "The password is set, but the account is suspended."))
    page.get_by_label("New password", exact=True).fill("nine lamps at sea")
    visit.button("Set password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your password is set")
    yield "suspended"
    page.unroute(use)
    page.goto("/")
    yield visit.opens("/new-password#sofa/wrong", "enter", "error") + "-bad"


def new_password_signed_in(visit, scene):
    yield visit.opens(f"/new-password#sofa/{scene.link}", "enter") + "-signed-in"


def password_link(visit, scene):
    """How an owner makes a link, which is answered in the server's place, and a link that somebody made for them."""
    page = visit.page
    made = {"code": "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T", "expiresAt": "2030-01-01T12:00:00.000Z"}
    page.route("**/password-link", lambda route: answer(route, 201, made))
    visit.opens("/admin/members", "admin")
    visit.button("Change forgetful").click()
    yield "change"
    visit.button("Create password link").click()
    yield "make"
    visit.button("Make the link").click()
    visit.button("Copy link").wait_for()
    yield "made"
    page.unroute("**/password-link")
    visit.opens("/people", "people")
    visit.button(re.compile("^More about bea$", re.I)).first.click()
    visit.button("Profile").click()
    visit.button("Create password link").wait_for()
    yield "profile"
    scene.site.run("user", "password-link", "--tenant", "sofa", "--email", "ada@example.org")
    visit.opens("/people", "people")
    page.locator("[data-link=open]").wait_for()
    yield "notice"
    visit.button("End this link").click()
    page.locator("[data-link=ended]").wait_for()
    yield "ended"


SIGNED_OUT = (new_password,)
SIGNED_IN = (new_password_signed_in, password_link)
