"""The pages and states of passkeys, for pictures.py: the sign-in and the form to join, and the list in one's account, answered in the server's place."""

from fixtures import answer, refuse
from playwright.sync_api import expect

ADDED = {"id": "01a1fcfb-1122-7f01-9dc0-5b1d2c3f4a10", "name": "iCloud Keychain", "createdAt": "2026-03-01T20:00:00.000Z",
         "lastUsedAt": "2026-03-02T20:00:00.000Z", "isBackedUp": True}
KEY = {"id": "01a1fcfb-1122-7f01-9dc0-5b1d2c3f4a11", "name": "A security key with the longest name that anybody ever gave to one, blue, on the key ring",
       "createdAt": "2025-11-12T20:00:00.000Z", "isBackedUp": False}
# Every dialog of the browser is closed at once, and none is offered.
CLOSED = """() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    const closed = async () => { throw new DOMException("It was closed.", "NotAllowedError"); };
    Object.assign(navigator.credentials, { create: closed, get: closed });
}"""


def passkey_sign_in(visit, scene):
    visit.opens("/", "enter")
    visit.page.evaluate(CLOSED)
    visit.button("Use fingerprint, face or PIN").click()
    expect(visit.page.locator("main").get_by_text("That was cancelled.")).to_be_visible()
    yield "closed"


def passkey_join(visit, scene):
    visit.opens(f"/join#sofa/{scene.code}", "enter")
    visit.page.evaluate(CLOSED)
    visit.button("Use fingerprint, face or PIN").click()
    yield "chosen"
    visit.page.get_by_label("E-mail", exact=True).fill("zoe@example.org")
    visit.button("Join The Sofa").click()
    expect(visit.page.locator("main").get_by_text("That was cancelled")).to_be_visible()
    yield "closed"


def passkeys(visit, scene):
    """The list, and the dialog in which somebody confirms that it's them."""
    page = visit.page
    page.route("**/v1/me/passkeys", lambda route: answer(route, 200, {"passkeys": [ADDED, KEY]}))
    for operation in ("options", ADDED["id"]):
        page.route(f"**/v1/me/passkeys/{operation}", lambda route: refuse(route, 403, "confirm_first", "Show first that you own the account."))
    visit.opens("/settings#signing-in", "settings")
    page.locator("[data-passkey]").last.scroll_into_view_if_needed()
    yield "list"
    visit.button(f"Remove {ADDED['name']}").click()
    yield "remove"
    visit.button("Remove").click()
    visit.button("Use a passkey").wait_for()
    yield "confirm"
    page.keyboard.press("Escape")
    page.unroute("**/v1/me/passkeys")


SIGNED_OUT = (passkey_sign_in, passkey_join)
SIGNED_IN = (passkeys,)
