"""The tests of bin/check --passkeys. Arguments are names of tests, as for Python's unittest."""

import base64
import json
import os
import pathlib
import sys
import unittest

from fido2.client import DefaultClientDataCollector, Fido2Client, UserInteraction
from fido2.server import Fido2Server
from fido2.webauthn import PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions, PublicKeyCredentialRpEntity

from device import ALGORITHMS, Device

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from tools.client import Client  # noqa: E402

PORT = int(os.environ["PORT"])
# The demo's password (DemoAccounts).
PASSWORD = "popcorn-and-sofa"
ORIGIN = f"http://localhost:{PORT}"
http = Client(PORT)
HEADERS = {"Host": f"localhost:{PORT}", "Davenport-Tenant": "sofa"}


class Page:
    """A page of the community, whose browser is fido2's client."""

    def __init__(self, device):
        self.token = ""
        self.browser = Fido2Client(device, DefaultClientDataCollector(ORIGIN), UserInteraction())
        # fido2's own server, which verifies the same answers.
        self.other = Fido2Server(PublicKeyCredentialRpEntity(id="localhost", name="The Sofa"))
        self.credentials = []

    def ask(self, method, path, body=None):
        """Sends a request, and returns its status and its JSON."""
        sent = {**HEADERS, **({} if body is None else {"Content-Type": "application/json"})}
        answer = http.answer(method, "/v1" + path, self.token, None if body is None else json.dumps(body).encode(), sent)
        return answer.status, json.loads(answer.body) if answer.body else None

    def log_in(self, name):
        basic = base64.b64encode(f"{name}@example.org:{PASSWORD}".encode()).decode()
        answer = http.answer("POST", "/v1/sessions", "", None, {**HEADERS, "Authorization": f"Basic {basic}"})
        self.token = json.loads(answer.body)["token"]

    def make(self, options):
        """Makes a passkey, and lets fido2's server verify it."""
        parsed = PublicKeyCredentialCreationOptions.from_dict(options["publicKey"])
        made = self.browser.make_credential(parsed)
        state = {"challenge": options["publicKey"]["challenge"], "user_verification": None}
        self.credentials.append(self.other.register_complete(state, made).credential_data)
        return plain(made)

    def sign(self, options):
        """Signs with a passkey, and lets fido2's server verify the signature."""
        parsed = PublicKeyCredentialRequestOptions.from_dict(options["publicKey"])
        signed = self.browser.get_assertion(parsed).get_response(0)
        state = {"challenge": options["publicKey"]["challenge"], "user_verification": None}
        self.other.authenticate_complete(state, self.credentials, signed)
        return plain(signed)


def plain(answer):
    """What a browser's toJSON() gives."""
    return json.loads(json.dumps(dict(answer), default=dict))


class PasskeyTests(unittest.TestCase):
    def test_whole_way(self):
        """A passkey of each algorithm, with and without a finger, is added, logs in, confirms and is removed."""
        for algorithm in ALGORITHMS:
            for verifies in (True, False):
                with self.subTest(algorithm=algorithm.__name__, verifies=verifies):
                    page = Page(Device(algorithm, verifies))
                    page.log_in("bea")
                    self.assertEqual(page.ask("POST", "/me/confirmation", {"currentPassword": PASSWORD})[0], 204)
                    status, options = page.ask("POST", "/me/passkeys/options", {})
                    self.assertEqual(status, 201)
                    status, passkey = page.ask("POST", "/me/passkeys", page.make(options))
                    self.assertEqual(status, 201, passkey)
                    page.token = ""
                    status, options = page.ask("POST", "/passkey-sessions/options", {})
                    self.assertEqual(status, 201)
                    signature = page.sign(options)
                    status, signed_in = page.ask("POST", "/passkey-sessions", {"credential": signature})
                    self.assertEqual((status, signed_in["user"]["username"]), (201, "bea"))
                    self.assertEqual(page.ask("POST", "/passkey-sessions", {"credential": signature})[0], 401)
                    page.token = signed_in["token"]
                    status, options = page.ask("POST", "/me/confirmation/options", {})
                    self.assertEqual(page.ask("POST", "/me/confirmation", {"credential": page.sign(options)})[0], 204)
                    self.assertEqual(page.ask("DELETE", "/me/passkeys/" + passkey["id"])[0], 204)

    def test_damage(self):
        """What is changed on the way is refused by both servers."""
        page = Page(Device(ALGORITHMS[0]))
        page.log_in("cem")
        self.assertEqual(page.ask("POST", "/me/confirmation", {"currentPassword": PASSWORD})[0], 204)
        made = page.make(page.ask("POST", "/me/passkeys/options", {})[1])
        self.assertEqual(page.ask("POST", "/me/passkeys", made)[0], 201)
        page.token = ""
        for field in ("signature", "authenticatorData", "clientDataJSON"):
            with self.subTest(field=field):
                options = page.ask("POST", "/passkey-sessions/options", {})[1]
                signed = page.sign(options)
                signed["response"][field] = damaged(signed["response"][field])
                state = {"challenge": options["publicKey"]["challenge"], "user_verification": None}
                with self.assertRaises(Exception):
                    page.other.authenticate_complete(state, page.credentials, signed)
                self.assertEqual(page.ask("POST", "/passkey-sessions", {"credential": signed})[0], 401)


def damaged(text):
    """The same bytes with a bit of the last one changed."""
    data = bytearray(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    data[-1] ^= 1
    return base64.urlsafe_b64encode(bytes(data)).decode().rstrip("=")


if __name__ == "__main__":
    unittest.main()
