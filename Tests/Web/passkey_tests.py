"""Tests of passkeys, with devices of Chromium's own: they are added, sign in, confirm and are removed, and some people have nothing else."""

from demo_server import PASSWORD, fresh_site
from fixtures import swallowed
from passkey_devices import BROWSER, WITHOUT, Device, closing
from playwright.sync_api import expect
from visit import DESKTOP, LIE, PHONE, Visit, until, walk

NEW = "nine lamps at sea"
# What a browser logs of requests that need a confirmation, and of passkeys that the server doesn't know.
REFUSED = ("401", "403", "409")


def _visit(browser, site, size=DESKTOP, script=BROWSER, **device):
    """A page of nobody's, with a device. Its policy is bypassed for axe."""
    visit = Visit(browser, site, size, service_workers="block", bypass_csp=True)
    visit.page.add_init_script(script)
    return visit, Device(visit, **device)


def _settings(visit, username):
    visit.share(username)
    visit.opens("/settings#signing-in", "settings")
    if visit.page.evaluate("'PublicKeyCredential' in window"):
        expect(visit.button("Add a passkey")).to_be_visible()


def _fits(visit):
    """Checks that everybody can use what the page shows now."""
    assert visit.violations() == []


def _confirms(visit):
    """Confirms with the password, by keyboard."""
    dialog = visit.page.get_by_role("dialog", name="Confirm that it’s you")
    expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
    visit.page.keyboard.type(PASSWORD)
    visit.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)


def _adds(visit):
    """Adds a passkey to the account whose settings are open, and returns its name."""
    rows = visit.page.locator("[data-passkey]")
    count = rows.count()
    visit.button("Add a passkey").press("Enter")
    _confirms(visit)
    expect(rows).to_have_count(count + 1)
    return rows.last.locator(".name").text_content()


def _signs_out(visit):
    visit.opens("/settings", "settings")
    visit.button("Sign out").press("Enter")
    visit.shows("enter")


def _signed_in(visit):
    expect(visit.page.locator("main[data-screen=watch]")).to_be_visible()
    return visit.call("replica", "me")["username"]


def a_passkey_is_added_signs_in_confirms_and_is_removed(site, browser):
    """Shows rule 16.18: by keyboard alone, on phones, and on a desktop with a security key."""
    for number, (size, transport) in enumerate((((320, 640), "internal"), (PHONE, "internal"), (DESKTOP, "usb"))):
        username = f"passkey{number}"
        site.account(username)
        visit, device = _visit(browser, site, size, transport=transport)
        page, rows = visit.page, visit.page.locator("[data-passkey]")
        dialog = page.get_by_role("dialog", name="Confirm that it’s you")
        _settings(visit, username)
        _fits(visit)
        walk(visit, "Add a passkey")
        expect(dialog).to_be_visible()
        # Who has no passkey is offered none.
        expect(visit.button("Use a passkey")).to_have_count(0)
        _fits(visit)
        page.keyboard.type("wrong")
        page.keyboard.press("Enter")
        expect(dialog.locator(".fault:visible")).to_have_text("This isn’t your password.")
        page.keyboard.press("Control+a")
        _confirms(visit)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("not used yet")
        expect(visit.button("Add a passkey")).to_be_focused()
        assert device.count() == 1
        _fits(visit)
        # For five minutes nothing needs a second confirmation. The same device makes no second passkey.
        page.keyboard.press("Enter")
        expect(page.locator("main").get_by_text("This device has a passkey of yours already.")).to_be_visible()

        _signs_out(visit)
        _fits(visit)
        walk(visit, "Use fingerprint, face or PIN")
        assert _signed_in(visit) == username
        visit.opens("/settings#signing-in", "settings")
        expect(rows).to_contain_text("used just now")

        # In this session the passkey confirms that it's the person.
        name = rows.locator(".name").text_content()
        walk(visit, f"Remove {name}")
        expect(page.get_by_role("dialog", name="Remove this passkey?")).to_be_visible()
        _fits(visit)
        walk(visit, "Remove")
        expect(visit.button("Use a passkey", dialog)).to_be_visible()
        _fits(visit)
        walk(visit, "Use a passkey")
        expect(dialog).to_have_count(0)
        expect(rows).to_have_count(0)
        expect(visit.button("Add a passkey")).to_be_focused()

        # The device still has it, and the server doesn't take it any more.
        _signs_out(visit)
        walk(visit, "Use fingerprint, face or PIN")
        expect(page.get_by_role("alert").filter(has_text="passkey")).to_be_visible()
        visit.shows("enter")
        visit.end(REFUSED)


def what_the_browser_offers_at_the_field_signs_in(site, browser):
    """Shows rule 16.18: from a moment later on, until the form is sent or left. Nothing of it is asked for before."""
    site.account("at.the.field")
    visit, _ = _visit(browser, site)
    page, offered = visit.page, lambda: visit.page.evaluate("offered.map(({ signal }) => signal.aborted)")
    _settings(visit, "at.the.field")
    _adds(visit)
    _signs_out(visit)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "passkey" in request.url else None)
    visit.opens("/", "enter")
    assert asked == [], asked
    assert page.get_by_label("E-mail", exact=True).get_attribute("autocomplete") == "username webauthn"
    until(lambda: offered() == [False], "an offer")
    # A form that is sent ends it. One that fails begins anew.
    page.get_by_label("E-mail", exact=True).fill("at.the.field@example.org")
    page.get_by_label("Password", exact=True).fill("wrong")
    visit.button("Sign in").press("Enter")
    expect(page.locator("main").get_by_text("E-mail or password is wrong.")).to_be_visible()
    until(lambda: offered() == [True, False], "another offer")
    with closing(page):
        visit.button("Use fingerprint, face or PIN").press("Enter")
        expect(page.locator("main").get_by_text("That was cancelled. Try again, or use your password.")).to_be_visible()
        expect(page.get_by_label("E-mail", exact=True)).to_have_value("at.the.field@example.org")
        expect(page.get_by_label("Password", exact=True)).to_have_value("wrong")
    until(lambda: offered() == [True, True, False], "a third offer")
    # Another page of the same tab ends it.
    page.evaluate("history.pushState({}, '', '/join#sofa/nothing'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link to The Sofa is incomplete")
    until(lambda: offered() == [True, True, True], "no offer")
    visit.opens("/", "enter")
    until(lambda: offered() == [False], "an offer")
    page.evaluate("offered[0].choose()")
    assert _signed_in(visit) == "at.the.field"
    visit.end((*REFUSED, "422"))


def the_browser_itself_offers_passkeys(site, browser):
    """Shows rule 16.18: Chromium's own offer, which a device of a test takes at once."""
    site.account("offered.one")
    visit, _ = _visit(browser, site, script="")
    _settings(visit, "offered.one")
    _adds(visit)
    _signs_out(visit)
    assert _signed_in(visit) == "offered.one"
    visit.end(REFUSED)


def a_closed_dialog_and_a_lost_answer_lose_nothing(site, browser):
    """Shows rule 16.18: no fault is shown where somebody only changes their mind, and the next try goes on."""
    site.account("mind.changed")
    visit, device = _visit(browser, site, PHONE)
    page, rows = visit.page, visit.page.locator("[data-passkey]")
    _settings(visit, "mind.changed")
    visit.button("Add a passkey").press("Enter")
    expect(page.get_by_role("dialog").get_by_label("Password", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(visit.button("Add a passkey")).to_be_focused()
    with closing(page):
        visit.button("Add a passkey").press("Enter")
        _confirms(visit)
        expect(page.locator("main").get_by_text("No passkey was added. You can try again.")).to_be_visible()
        _fits(visit)
    with swallowed(page, "**/v1/me/passkeys"):
        visit.button("Add a passkey").press("Enter")
        expect(page.locator(".act-fault:visible")).not_to_be_empty()
        # It has arrived.
        expect(rows).to_have_count(1)
    assert device.count() == 1
    _signs_out(visit)
    page.get_by_label("E-mail", exact=True).fill("half@of.an.address")
    page.route("**/v1/passkey-sessions", lambda route: route.fulfill(**LIE))
    visit.button("Use fingerprint, face or PIN").press("Enter")
    expect(page.locator(".act-fault:visible")).not_to_be_empty()
    expect(page.get_by_label("E-mail", exact=True)).to_have_value("half@of.an.address")
    page.unroute("**/v1/passkey-sessions")
    visit.button("Use fingerprint, face or PIN").press("Enter")
    assert _signed_in(visit) == "mind.changed"
    visit.end((*REFUSED, "502"))


def a_device_that_keeps_no_passkeys_adds_none(site, browser):
    """Shows rule 16.18: the page says so, and the account is as it was. Chromium keeps none on security keys that can't verify their user."""
    for number, (transport, keeps, verifies) in enumerate((("internal", False, True), ("usb", False, True), ("usb", True, False))):
        username = f"keeps.none{number}"
        site.account(username)
        visit, device = _visit(browser, site, transport=transport, keeps=keeps, verifies=verifies)
        _settings(visit, username)
        visit.button("Add a passkey").press("Enter")
        _confirms(visit)
        expect(visit.page.locator("main").get_by_text("No passkey was added. You can try again.")).to_be_visible()
        expect(visit.page.locator("[data-passkey]")).to_have_count(0)
        assert device.count() == 0
        visit.end(REFUSED)


def _joins(visit, site, username):
    """Joins by an invite with a passkey, by keyboard alone."""
    page, code = visit.page, site.call("POST", "/invites", {}, by="ada")["code"]
    visit.opens(f"/join#sofa/{code}", "enter")
    walk(visit, "E-mail", then=f"{username}@example.org")
    walk(visit, "Use fingerprint, face or PIN")
    expect(page.get_by_label("Password", exact=True)).to_be_hidden()
    expect(visit.button("Choose a password instead")).to_be_focused()
    walk(visit, "Family name and username, if you like", key="Shift+Tab")
    walk(visit, "Username", then=username)
    _fits(visit)
    with closing(page):
        walk(visit, "Join The Sofa")
        expect(page.locator("main").get_by_text("That was cancelled, so your account isn’t made yet. Try again, or choose a password.")).to_be_visible()
    for field, text in (("Username", username), ("E-mail", f"{username}@example.org")):
        expect(page.get_by_label(field, exact=True)).to_have_value(text)
    _fits(visit)
    visit.button("Join The Sofa").press("Enter")
    assert _signed_in(visit) == username


def somebody_joins_with_a_passkey_and_sets_a_password_later(_, browser):
    """Shows rule 16.18: until then the last passkey stays, and the account is deleted by a passkey as well."""
    with fresh_site() as site:
        visit, device = _visit(browser, site, PHONE)
        page, rows = visit.page, visit.page.locator("[data-passkey]")
        _joins(visit, site, "no.password")
        visit.opens("/settings#signing-in", "settings")
        expect(rows).to_have_count(1)
        expect(visit.button("Change password")).to_have_count(0)
        site.run("dev", "clock", "+6m")
        page.reload()
        name = rows.locator(".name").text_content()
        visit.button(f"Remove {name}").press("Enter")
        walk(visit, "Remove")
        dialog = page.get_by_role("dialog", name="Confirm that it’s you")
        expect(visit.button("Use a passkey", dialog)).to_be_focused()
        expect(dialog.get_by_label("Password")).to_have_count(0)
        _fits(visit)
        page.keyboard.press("Enter")
        expect(page.locator("main").get_by_text("this passkey is your only way to sign in")).to_be_visible()
        expect(rows).to_have_count(1)

        site.run("dev", "clock", "+6m")
        walk(visit, "Set a password", "Shift+Tab")
        expect(page.get_by_label("Current password")).to_have_count(0)
        expect(page.get_by_label("New password", exact=True)).to_be_focused()
        _fits(visit)
        page.keyboard.type(NEW)
        walk(visit, "Save")
        expect(visit.button("Use a passkey", dialog)).to_be_focused()
        # Whoever closes it keeps what they typed.
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.get_by_label("New password", exact=True)).to_have_value(NEW)
        visit.button("Save", page.locator("#change-password")).press("Enter")
        visit.button("Use a passkey", dialog).press("Enter")
        expect(visit.button("Change password")).to_be_focused()
        visit.button(f"Remove {name}").press("Enter")
        walk(visit, "Remove")
        expect(rows).to_have_count(0)
        _signs_out(visit)
        page.get_by_label("E-mail", exact=True).fill("no.password@example.org")
        page.get_by_label("Password", exact=True).fill(NEW)
        visit.button("Sign in").press("Enter")
        assert _signed_in(visit) == "no.password"
        visit.end(REFUSED)

        visit, device = _visit(browser, site, DESKTOP)
        _joins(visit, site, "gone.soon")
        visit.opens("/settings#goodbye", "settings")
        site.run("dev", "clock", "+6m")
        visit.button("Delete account").press("Enter")
        visit.button("Delete account for good").press("Enter")
        visit.button("Use a passkey").press("Enter")
        visit.shows("enter")
        visit.end(REFUSED)


def a_forgotten_password_is_changed_by_a_passkey(site, browser):
    """Shows rule 16.18: the field for the current one may stay empty."""
    site.account("has.forgotten")
    visit, _ = _visit(browser, site)
    page = visit.page
    _settings(visit, "has.forgotten")
    _adds(visit)
    _signs_out(visit)
    visit.button("Use fingerprint, face or PIN").press("Enter")
    assert _signed_in(visit) == "has.forgotten"
    visit.opens("/settings#signing-in", "settings")
    visit.button("Change password").press("Enter")
    page.get_by_label("New password", exact=True).fill(NEW)
    visit.button("Save", page.locator("#change-password")).press("Enter")
    visit.button("Use a passkey").press("Enter")
    expect(visit.button("Change password")).to_be_focused()
    _signs_out(visit)
    page.get_by_label("E-mail", exact=True).fill("has.forgotten@example.org")
    page.get_by_label("Password", exact=True).fill(NEW)
    visit.button("Sign in").press("Enter")
    assert _signed_in(visit) == "has.forgotten"
    visit.end(REFUSED)


def a_browser_without_passkeys_shows_nothing_of_them(site, browser):
    """Shows rule 16.18."""
    site.account("without.them")
    code = site.call("POST", "/invites", {}, by="ada")["code"]
    visit, _ = _visit(browser, site, script=WITHOUT)
    page, asked = visit.page, []
    page.on("request", lambda request: asked.append(request.url) if "passkey" in request.url else None)
    visit.opens("/", "enter")
    expect(page.get_by_text("passkey")).to_have_count(0)
    visit.opens(f"/join#sofa/{code}", "enter")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(0)
    _settings(visit, "without.them")
    visit.button("Change password").press("Enter")
    page.get_by_label("New password", exact=True).fill(NEW)
    visit.button("Save", page.locator("#change-password")).press("Enter")
    expect(page.get_by_text("This is needed.")).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(0)
    assert asked == [], asked
    visit.end(REFUSED)


def a_device_that_cant_verify_its_user_still_confirms(site, browser):
    """Shows rule 16.18. Chromium signs nobody in by such a device, since it would have to say whose passkeys it has to whoever holds it."""
    site.account("only.held")
    visit, _ = _visit(browser, site, verifies=False)
    page, rows = visit.page, visit.page.locator("[data-passkey]")
    _settings(visit, "only.held")
    name = _adds(visit)
    _signs_out(visit)
    visit.button("Use fingerprint, face or PIN").press("Enter")
    expect(page.locator("main").get_by_text("That was cancelled. Try again, or use your password.")).to_be_visible()
    page.get_by_label("E-mail", exact=True).fill("only.held@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    visit.button("Sign in").press("Enter")
    assert _signed_in(visit) == "only.held"
    visit.opens("/settings#signing-in", "settings")
    visit.button(f"Remove {name}").press("Enter")
    walk(visit, "Remove")
    visit.button("Use a passkey").press("Enter")
    expect(rows).to_have_count(0)
    visit.end(REFUSED)


def somebody_without_a_password_or_passkeys_here_is_told_where_to_go_on(site, browser):
    """Shows rule 16.18."""
    visit, _ = _visit(browser, site, PHONE)
    _joins(visit, site, "nothing.else")
    bare, _ = _visit(browser, site, PHONE, WITHOUT)
    bare.context.add_cookies(visit.context.cookies())
    bare.opens("/", "enter")
    bare.call("session", "adopt", bare.call("api", "call", "showMe"))
    bare.opens("/settings#signing-in", "settings")
    expect(bare.button("Set a password")).to_be_visible()
    bare.opens("/settings#goodbye", "settings")
    bare.button("Delete account").press("Enter")
    bare.button("Delete account for good").press("Enter")
    expect(bare.page.get_by_role("dialog")).to_contain_text("You have no password, and this browser has no passkeys.")
    _fits(bare)
    bare.end(REFUSED)
    visit.end(REFUSED)
