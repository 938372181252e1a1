"""The dearest request of each operation of the OpenAPI document: the longest texts, the longest lists, and the largest pages."""

import base64
import dataclasses
import json
import re
import urllib.parse
import uuid
import zlib
from collections.abc import Iterator
from typing import Any

from dearest_world import MEMBERS, WORST, World

#: Operations that end the session, the account or the object that others need, in the order in which they come last.
LAST = ("removeReaction", "deleteComment", "deletePosition", "deleteSubtitles", "deleteOwnTask", "withdrawAssignment", "deleteTask",
        "removeStudent", "handOver", "leaveRoom", "deleteRoom", "deleteFile", "deleteBot", "deleteAccessKey", "strikePlay",
        "deleteWarning", "withdrawInvite", "unfriend", "block", "endSession", "endOtherSessions", "deleteAccount", "endCurrentSession")
#: Operations whose body has a value that the document's example doesn't suit.
BODIES: dict[str, dict[str, Any]] = {
    "changeMember": {"role": "member", "suspendedUntil": None}, "createEntry": {"action": "message", **dict.fromkeys(("version", "points", "word", "extendedTo", "fileIDs"))}, "changeFilter": {"action": "refuse"},
    "createAccessKey": {"purpose": "calendar", "account": None}, "setDraft": {"version": 0, "points": None, "word": None}, "signUp": {"role": None},
    "createRoom": {"subject": {"kind": "custom"}, "rewatch": True}, "createReport": {"commentID": None, "roomID": None},
    "changeNotificationPreferences": {"timeZone": "Europe/Berlin"},
    "registerWebPush": {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/" + "a" * 900},
    "resolveReport": {"actions": ["dismiss"], "text": None, "until": None}, "createTask": {"opensAt": None, "dueAt": None, "locksAt": None, "fileIDs": []},
    "changeTask": {"opensAt": None, "dueAt": None, "locksAt": None, "fileIDs": []}, "changeMe": {"email": None, "currentPassword": None, "username": None},
    "sendMoves": {"from": 0, "moves": [], "finish": False}, "markRead": {}, "createChallenge": {"mode": "untimed"},
}


@dataclasses.dataclass(frozen=True)
class Request:
    """A request, and whether it can be sent only once."""

    name: str
    method: str
    path: str
    token: str
    body: bytes | None
    headers: dict[str, str]
    once: bool


def every(document: dict[str, Any], world: World) -> Iterator[Request]:
    """The requests of all operations, one for each of the worst texts. Those that delete come last."""
    operations = [(path, method, operation) for path, methods in document["paths"].items()
                  for method, operation in methods.items() if "operationId" in operation]
    operations.sort(key=lambda each: LAST.index(each[2]["operationId"]) if each[2]["operationId"] in LAST else -1)
    for path, method, operation in operations:
        for text in WORST:
            yield _Maker(document, world, text).request(path, method, operation)
            if method in ("get", "delete"):
                break


class _Maker:
    """Makes requests with one of the worst texts."""

    def __init__(self, document: dict[str, Any], world: World, text: str) -> None:
        self._document, self._world, self._text = document, world, text

    def request(self, path: str, method: str, operation: dict[str, Any]) -> Request:
        name = operation["operationId"]
        path = re.sub(r"\{(\w+)\}", lambda match: urllib.parse.quote(self._id(match[1], name)), path)
        query = urllib.parse.urlencode(self._query(operation))
        body, headers = self._body(name, operation)
        # Anonymous operations get no token: it would name the community, which their requests do otherwise.
        token = self._world.owner if any("bearer" in way for way in operation.get("security", [])) else ""
        if name == "logIn":
            headers["Authorization"] = "Basic " + base64.b64encode(b"person-1@example.org:wrong").decode()
        return Request(name, method.upper(), f"{path}?{query}" if query else path, token, body, {"Davenport-Tenant": "tenant-1", **headers}, name in LAST)

    def _id(self, parameter: str, name: str) -> str:
        if parameter == "secret" and name == "takePlayerEvent":
            return self._world.ids["playerSecret"]
        if parameter == "userID":
            return self._world.people[0 if name == "showAvatar" else 3 if "tudent" in name else 1]
        # What a measured operation can't share with the others.
        if own := self._world.own.get(name):
            return own
        common = {"emoji": "🐐", "showID": "1", "season": "1", "episode": "1", "movieID": "1", "wordListID": "en", "apnsToken": "ab" * 32, "fcmToken": "ab" * 80}
        return self._world.ids.get(parameter) or common.get(parameter) or str(uuid.uuid4())

    def _query(self, operation: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for parameter in operation.get("parameters", []):
            parameter = self._resolved(parameter)
            name, schema = parameter["name"], self._resolved(parameter["schema"])
            if parameter["in"] != "query":
                continue
            if name == "limit":
                found[name] = schema["maximum"]
            elif name == "language":
                found[name] = "en"
            elif name == "name":
                found[name] = "n.txt"
            elif name == "all":
                found[name] = "true"
            elif parameter.get("required"):
                found[name] = schema.get("enum", ["person-1"])[0]
        return found

    def _body(self, name: str, operation: dict[str, Any]) -> tuple[bytes | None, dict[str, str]]:
        content = self._resolved(operation.get("requestBody", {})).get("content", {})
        if "application/json" in content:
            body = self._filled(content["application/json"]["schema"], name) | BODIES.get(name, {})
            if name == "createRoom":
                body["subject"]["title"] = self._text * (200 // len(self._text))
            return json.dumps({key: value for key, value in body.items() if value is not None}).encode(), {"Content-Type": "application/json"}
        if not content:
            return None, {}
        return {
            "setAvatar": (_png(4096), {"Content-Type": "image/png"}),
            "setSubtitles": (_subtitles(), {"Content-Type": "application/x-subrip"}),
            "takePlayerEvent": (json.dumps({"NotificationType": "PlaybackStop", "x": self._text * (300_000 // len(self._text))}).encode(), {"Content-Type": "application/json"}),
        }.get(name, (b"x" * 1_000_000, {"Content-Type": "application/octet-stream"}))

    def _filled(self, schema: dict[str, Any], of: str) -> Any:
        """A value of a schema: its example, with the longest texts and lists."""
        schema = self._resolved(schema)
        example = schema.get("examples", [{}])[0]
        found = {name: self._value(name, each, example.get(name), of) for name, each in schema.get("properties", {}).items()}
        return {name: value for name, value in found.items() if value is not None}

    def _value(self, name: str, schema: dict[str, Any], example: Any, of: str) -> Any:
        whole = schema
        schema = self._resolved(schema)
        kinds = schema.get("type", [])
        if name == "id":
            return str(uuid.uuid4())
        if "array" in kinds:
            return self._list(name, schema, example, of)
        if "object" in kinds and "properties" in schema:
            return self._filled(schema, of)
        if schema.get("format") == "uuid":
            return self._world.ids.get(name) or self._world.people[5]
        most = re.search(r"\d+ to (\d+) characters", whole.get("description", "") + schema.get("description", ""))
        if name in ("code", "invite"):
            return self._world.ids["challengeCode" if of == "joinChallenge" else "code"]
        if "string" in kinds and most and name not in ("username", "slug", "email", "password", "newPassword"):
            return self._text * max(1, int(most[1]) // len(self._text))
        return example

    def _list(self, name: str, schema: dict[str, Any], example: Any, of: str) -> Any:
        most = min(schema.get("maxItems", 1), 500)
        items = self._resolved(schema["items"])
        if items.get("format") == "uuid":
            first = 2 if "tudent" in name else 1
            known = [self._world.ids["commentID"]] if name == "commentIDs" else [self._world.ids["roomID"]] if name == "mutedRooms" else self._world.people[first:]
            return known[:min(most, MEMBERS - 1) if name == "memberIDs" else most]
        if "properties" in items:
            if of != "importHistory":
                return [self._filled(items, of)]
            return [{"subject": {"kind": "custom", "title": f"{number} " + "T" * 190}, "watchedAt": "2026-01-01T00:00:00Z"} for number in range(most)]
        found = re.search(r"\d+ to (\d+) characters", items.get("description", ""))
        if not found:
            return example
        # One of the worst letters stands for eighteen.
        length = max(1, (int(found[1]) - 5) // (18 if self._text == WORST[0] else len(self._text)))
        return [f"{self._text * length}{number}" for number in range(most)]

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema


def _subtitles() -> bytes:
    cue = f"00:00:01,000 --> 00:00:02,000\n{'<<b>i>' * 20}{'ä' * 400}\n\n"
    return (cue * ((1 << 20) // len(cue.encode()))).encode()


def _png(size: int) -> bytes:
    """A picture of zeros, of this many pixels in each direction and eight bits of grey."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)

    head = size.to_bytes(4) * 2 + bytes([8, 0, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes((size + 1) * size), 9)) + chunk(b"IEND", b"")
