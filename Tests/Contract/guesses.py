"""Names the operations of docs/openapi.json that guess at passwords or codes."""

import json

GUESSED = ("invalid_credentials", "wrong_password", "invite_invalid")
# Those that say no more of a wrong code than that there is no such thing.
SILENT = ("joinChallenge",)
with open("docs/openapi.json", encoding="utf-8") as file:
    document = json.load(file)
for item in document["paths"].values():
    for operation in item.values():
        answers = [answer.get("$ref", "") for answer in operation["responses"].values()]
        if operation["operationId"] in SILENT or any(code in answer for code in GUESSED for answer in answers):
            print(operation["operationId"])
