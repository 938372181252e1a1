"""Prints the operations of docs/openapi.json that accept guesses of passwords or codes."""

import json

GUESSED = ("invalid_credentials", "wrong_password", "invite_invalid")
# These operations answer a wrong code as they answer an unknown id, so no response of theirs names the code.
SILENT = ("joinChallenge",)
with open("docs/openapi.json", encoding="utf-8") as file:
    document = json.load(file)
for item in document["paths"].values():
    for operation in item.values():
        answers = [answer.get("$ref", "") for answer in operation["responses"].values()]
        if operation["operationId"] in SILENT or any(code in answer for code in GUESSED for answer in answers):
            print(operation["operationId"])
