"""Hooks for Schemathesis. They log in, fill in existing ids, and check the refusals that a schema can't express."""

import atexit
import base64
import itertools
import json
import os
import struct
import zlib

import requests
import schemathesis
from hypothesis import strategies

API = os.environ["CONTRACT_API"]
BASIC = (os.environ["CONTRACT_EMAIL"], "popcorn-and-sofa")
TENANT = {"Davenport-Tenant": "sofa"}
state = {"token": None}
# The number of responses for each operation and status.
answered = {}


def log_in():
    """Logs in again, because some requests end sessions. If the account is locked out, the old token stays in use."""
    answer = requests.post(f"{API}/v1/sessions", auth=BASIC, headers=TENANT, timeout=30)
    if answer.status_code == 201:
        state["token"] = answer.json()["token"]
    assert state["token"], answer.text


@schemathesis.auth(refresh_interval=None)
class Session:
    def get(self, case, context):
        if state["token"] is None:
            log_in()
        return state["token"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        if case.operation.definition.raw.get("operationId") == "logIn":
            case.headers["Authorization"] = "Basic " + base64.b64encode(":".join(BASIC).encode()).decode()
            case.headers.update(TENANT)
        else:
            case.headers["Authorization"] = f"Bearer {data}"


def ask(method, path, **body):
    headers = {"Authorization": f"Bearer {state['token']}"}
    return requests.request(method, API + path, headers=headers, json=body or None, timeout=30).json()


def known():
    """Reads ids from the demo community, by the fields that refer to them, because a generated UUID would never exist."""
    people = [person["id"] for person in ask("GET", "/v1/friends")["friends"]] + [ask("GET", "/v1/me")["id"]]
    session = requests.post(f"{API}/v1/sessions", auth=BASIC, headers=TENANT, timeout=30).json()["session"]["id"]
    code = ask("POST", "/v1/invites", maxUses=100)["code"]
    feedback = ask("POST", "/v1/feedback", text="known")["id"]
    some = {"userID": people, "memberIDs": [people[:1], []], "friendIDs": [people[:1], []], "sessionID": [session], "code": [code], "invite": [code], "feedbackID": [feedback],
            "showID": [95396], "season": [1, 2, 0], "episode": [1, 2], "movieID": [603], "query": ["severance", "the", "a"],
            "subject": [{"kind": "tv", "showID": 95396, "season": 1, "episode": n} for n in range(1, 9)]}
    return {name: values for name, values in (some | evenings() | lessons() | puzzles()).items() if values}


def evenings():
    """Reads the ids of friends, rooms and comments."""
    rooms = [room["id"] for room in ask("GET", "/v1/rooms")["items"]]
    return {"roomID": rooms, "commentID": [ask("POST", f"/v1/rooms/{room}/comments", content="1:02 known")["id"] for room in rooms[:1]]}


def lessons():
    """Reads the ids that only a teacher may request."""
    tasks = [task["id"] for task in ask("GET", "/v1/tasks").get("items", [])]
    students = [student["user"]["id"] for student in ask("GET", "/v1/students").get("items", [])]
    assignments = [one["id"] for task in tasks for one in ask("GET", f"/v1/tasks/{task}/assignments")["items"]]
    # Skip closed assignments, which accept no message. An earlier request may have closed one.
    said = [ask("POST", f"/v1/assignments/{one}/entries", action="message", text="known") for one in assignments[:1]]
    entries = [answer["entry"]["id"] for answer in said if "entry" in answer]
    return {"taskID": tasks, "assignmentID": assignments, "entryID": entries, "studentIDs": [students[:1], []] if students else [],
            "toUserID": students[:1]}


def puzzles():
    """Reads the ids that every player has: today's two challenges, a started play, and a move."""
    today = ask("GET", "/v1/challenges/today")
    challenges = [today[mode]["id"] for mode in ("untimed", "timed")]
    play = ask("PUT", f"/v1/challenges/{challenges[0]}/play")
    return {"challengeID": challenges, "playID": [play["id"]], "wordListID": [play["wordListID"]],
            "moves": [[{"at": 0, "cubelet": 26}], []]}


def picture():
    """A PNG of one pixel."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


for media_type in ("image/png", "image/jpeg", "image/webp"):
    # The declared type doesn't matter, because the server detects the image's type itself.
    schemathesis.openapi.media_type(media_type, strategies.just(picture()))
for media_type in ("application/x-subrip", "text/vtt"):
    schemathesis.openapi.media_type(media_type, strategies.just(b"1\n00:00:01,000 --> 00:00:02,000\nKnown\n"))


@schemathesis.serializer("*/*")
def any_type(context, value):
    """The body of a file, which may have any type."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Drops the example of a file's content. It is a text, and Schemathesis takes only bytes for media types with a strategy, as above."""
    del raw_schema["paths"]["/v1/files/{fileID}"]["put"]["requestBody"]["content"]["*/*"]["example"]


turns = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts existing ids into every second valid request. Doesn't change the paths that come from links."""
    # Only a browser's page of this origin may ask for a session in a cookie. Any other is refused before its log-in is read.
    if case.headers:
        case.headers.pop("Davenport-Session", None)
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    turn = next(turns)
    if turn % 2:
        return
    if state["token"] is None:
        log_in()
    if "known" not in state:
        state["known"] = known()
    for container in (case.body,) if case.meta.phase.name.value == "stateful" else (case.path_parameters, case.query, case.body):
        if isinstance(container, dict):
            container.update({name: some[turn // 2 % len(some)] for name, some in state["known"].items() if name in container})


@schemathesis.hook
def after_call(context, case, response):
    statuses = answered.setdefault(case.operation.label, {})
    statuses[response.status_code] = statuses.get(response.status_code, 0) + 1
    sent = dict(response.request.headers).get("Authorization", "")
    if response.status_code == 401 and sent == f"Bearer {state['token']}" or case.operation.label == "DELETE /v1/sessions/current":
        log_in()


@atexit.register
def tell():
    """Prints which operations never succeeded, because refused requests alone would prove nothing."""
    total = sum(sum(statuses.values()) for statuses in answered.values())
    good = sum(count for statuses in answered.values() for status, count in statuses.items() if status < 300)
    never = [label for label, statuses in answered.items() if not any(status < 300 for status in statuses)]
    print(f"{good} of {total} requests were answered 2xx. None of: {', '.join(never) or '–'}")


# The schema can express the causes of these codes. So a request that is valid by the schema must never get one of them.
FORESEEABLE = {"missing", "wrong_type", "too_short", "too_long"}
# Only the server can check these fields: cursors that it issued, titles that its catalogue may have, the age of teachers, numbers with at
# most two decimals, points of a curve, emoji, the one of three ids that a report needs, and what an action requires in the assignment's
# current state.
OPAQUE = {
    "after", "since", "subject.title", "subject.showTitle", "birthday", "text", "version", "points", "maxPoints", "word", "extendedTo",
    "keys.p256dh", "commentID", "emoji",
}


@schemathesis.check
def refuses_only_what_no_schema_tells(context, response, case):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if response.status_code == 400 and response.json()["code"] == "malformed_request":
        raise AssertionError("The server can't parse a request that is valid by the document")
    if response.status_code != 422 or response.json()["code"] != "invalid":
        return
    # The server counts the characters of text beyond U+02FF after normalising it.
    if any(ord(character) > 0x2FF for character in json.dumps((case.body, case.query), ensure_ascii=False, default=str)):
        return
    faults = [fault for fault in response.json()["errors"] if fault["field"] not in OPAQUE]
    foreseeable = [fault for fault in faults if fault["code"] in FORESEEABLE | {"malformed"}]
    if foreseeable:
        raise AssertionError(f"The server refuses a request that is valid by the document: {foreseeable}")
