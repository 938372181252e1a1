"""Devices that make and keep passkeys, as Chromium imitates them, and the browser's part in what tests do with them."""

import contextlib

# What the browser would offer at a field, which needs a person who chooses: the page's requests wait in `offered` until the test does.
# With `closing` every dialog is closed at once.
BROWSER = """
    window.offered = [];
    window.closing = false;
    if (window.PublicKeyCredential) {
        PublicKeyCredential.isConditionalMediationAvailable = async () => true;
        const { create, get } = navigator.credentials;
        const ask = (run, options) => closing ? Promise.reject(new DOMException("It was closed.", "NotAllowedError"))
            : run.call(navigator.credentials, options);
        navigator.credentials.create = (options) => ask(create, options);
        navigator.credentials.get = (options) => options.mediation !== "conditional" ? ask(get, options)
            : new Promise((resolve, reject) => {
                options.signal.addEventListener("abort", () => reject(options.signal.reason));
                offered.push({ signal: options.signal, choose: () => ask(get, { ...options, mediation: "optional" }).then(resolve, reject) });
            });
    }
"""
WITHOUT = "delete window.PublicKeyCredential;"


class Device:
    """What makes and keeps passkeys in a visit's page, as Chromium imitates it."""

    def __init__(self, visit, transport="internal", keeps=True, verifies=True):
        self._session = visit.context.new_cdp_session(visit.page)
        self._session.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": transport, "hasResidentKey": keeps, "hasUserVerification": verifies,
                   "isUserVerified": verifies, "automaticPresenceSimulation": True}
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def count(self):
        return len(self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"])


@contextlib.contextmanager
def closing(page):
    """Closes each dialog of the browser as somebody does who changes their mind."""
    page.evaluate("closing = true")
    yield
    page.evaluate("closing = false")
