"""An authenticator in this process, which fido2's client drives by CTAP2."""

import secrets
import struct
from hashlib import sha256

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from fido2.cose import ES256, RS256, EdDSA
from fido2.ctap import CtapDevice, CtapError

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Device(CtapDevice):
    """Makes passkeys of one algorithm. Nobody touches it, but it says that somebody has.

    - verifies: whether it asks for a finger, a face or a PIN.
    """

    def __init__(self, algorithm, verifies=True):
        self.algorithm, self.verifies, self.count, self.credentials = algorithm, verifies, 0, []

    @property
    def capabilities(self):
        return 0x04

    @classmethod
    def list_devices(cls):
        return iter([])

    def call(self, cmd, data=b"", event=None, on_keepalive=None):
        commands = {0x01: self.make, 0x02: self.sign, 0x04: self.info}
        try:
            answer = commands[data[0]](cbor.decode(data[1:]) if len(data) > 1 else {})
        except CtapError as error:
            return bytes([error.code])
        return b"\0" + cbor.encode(answer)

    def info(self, _):
        options = {"rk": True, "up": True, **({"uv": True} if self.verifies else {})}
        return {1: ["FIDO_2_0"], 3: bytes(16), 4: options, 6: [2]}

    def make(self, request):
        if self.algorithm.ALGORITHM not in [parameter["alg"] for parameter in request[4]]:
            raise CtapError(CtapError.ERR.UNSUPPORTED_ALGORITHM)
        key, public = self._new_key()
        identity = secrets.token_bytes(32)
        self.credentials.append((request[2]["id"], identity, key, request[3]["id"]))
        attested = bytes(16) + struct.pack(">H", len(identity)) + identity + cbor.encode(public)
        return {1: "none", 2: self._data(request[2]["id"], request.get(7), ATTESTED) + attested, 3: {}}

    def sign(self, request):
        allowed = [credential["id"] for credential in request.get(3, [])]
        found = [known for known in self.credentials if known[0] == request[1] and (not allowed or known[1] in allowed)]
        if not found:
            raise CtapError(CtapError.ERR.NO_CREDENTIALS)
        _, identity, key, user = found[-1]
        data = self._data(request[1], request.get(5), 0)
        return {1: {"type": "public-key", "id": identity}, 2: data, 3: self._signed(key, data + request[2]), 4: {"id": user}}

    def _data(self, host, options, flags):
        self.count += 1
        flags |= PRESENT | (VERIFIED if (options or {}).get("uv") else 0)
        return sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)

    def _new_key(self):
        if self.algorithm is ES256:
            key = ec.generate_private_key(ec.SECP256R1())
        elif self.algorithm is EdDSA:
            key = ed25519.Ed25519PrivateKey.generate()
        else:
            key = rsa.generate_private_key(65537, 2048)
        return key, self.algorithm.from_cryptography_key(key.public_key())

    def _signed(self, key, message):
        if self.algorithm is ES256:
            return key.sign(message, ec.ECDSA(hashes.SHA256()))
        if self.algorithm is EdDSA:
            return key.sign(message)
        return key.sign(message, padding.PKCS1v15(), hashes.SHA256())


ALGORITHMS = [ES256, EdDSA, RS256]
