"""Compares the formats of the OpenAPI document with the validators of common tools.

formats.py ADDRESS: sends dates, times and ids in many forms to a server with a demo community. Python's jsonschema and openapi-core must
accept every text that the server accepts. Prints a line for each fault, and exits with status 1 if there is any.
"""

import base64
import json
import sys
import urllib.error
import urllib.request

from jsonschema import Draft202012Validator
from openapi_schema_validator import OAS31Validator, oas31_format_checker

MOMENTS = [
    f"2026-03-01{t}20:00:00{fraction}{offset}"
    for t in "Tt "
    for fraction in ["", ".1", ".123456789", "." + "1" * 40, ",5"]
    for offset in ["Z", "z", "+00:00", "-00:00", "+05:30", "-23:59", "+0530", "+5:30", ""]
] + ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2025-02-29T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T20:00Z"]
DAYS = ["1990-05-17", "1988-02-29", "1990-02-29", "1990-5-17", "19900517", "1990-W20-4", "0000-01-01", "1990-05-17T00:00:00Z", "１990-05-17"]
# RFC 3339 permits leap seconds, but both validators refuse them. No phone or browser writes one.
KNOWN = {"2016-12-31T23:59:60Z"}


def main():
    address = sys.argv[1] + "/v1"

    def send(method, path, body, token=None):
        headers = {"Content-Type": "application/json", "Davenport-Tenant": "sofa"}
        basic = base64.b64encode(b"ada@example.org:popcorn-and-sofa").decode()
        headers["Authorization"] = f"Bearer {token}" if token else f"Basic {basic}"
        request = urllib.request.Request(address + path, json.dumps(body).encode() if body is not None else None, headers, method=method)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "null")

    _, session = send("POST", "/sessions", {})
    token, me = session["token"], session["user"]["id"]
    _, rooms = send("GET", "/rooms?archived=false&limit=1", None, token)
    room = rooms["items"][0]["id"]

    def takes_moment(text):
        return send("PUT", f"/rooms/{room}/watched", {"watchedAt": text}, token)[0] == 200

    def takes_day(text):
        return send("PATCH", "/me", {"birthday": text}, token)[0] == 200

    def takes_id(text):
        return send("GET", "/users/" + urllib.request.quote(text), None, token)[0] == 200

    ids = [me, me.upper(), me[:8] + me[8:].upper(), me.replace("-", ""), "{" + me + "}", "urn:uuid:" + me, " " + me]
    taken = faults = 0
    for form, texts, takes in [("date-time", MOMENTS + sorted(KNOWN), takes_moment), ("date", DAYS, takes_day), ("uuid", ids, takes_id)]:
        schema = {"type": "string", "format": form}
        validators = {
            "jsonschema": Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER),
            "openapi-core": OAS31Validator(schema, format_checker=oas31_format_checker),
        }
        found = [text for text in texts if takes(text)]
        if not found:
            print(f"The server accepts no {form}")
            faults += 1
        taken += len(found)
        for text in found:
            for name, validator in validators.items():
                if not validator.is_valid(text) and text not in KNOWN:
                    print(f"{name} refuses the {form} {text}, which the server accepts")
                    faults += 1
    print(f"{taken} texts accepted by the server, {len(validators)} validators: {faults} faults")
    sys.exit(1 if faults else 0)


main()
