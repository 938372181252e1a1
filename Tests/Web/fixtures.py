"""What tests of the web client begin with: a room and its comments; and answers in the server's place."""

import itertools
import json

numbers = itertools.count(1)


def room(site, by="ada", members=("bea",), watched=()):
    """A new room of these people of the demo. Some have watched it already."""
    ids = [site.call("GET", "/me", by=member)["id"] for member in members]
    subject = {"kind": "custom", "title": f"Evening {next(numbers)} of {id(site)}"}
    room_id = site.call("POST", "/rooms", {"subject": subject, "memberIDs": ids, "rewatch": True}, by=by)["id"]
    for name in watched:
        site.call("PUT", f"/rooms/{room_id}/watched", {}, by=name)
    return room_id


def comment(site, room_id, content, by="bea"):
    return site.call("POST", f"/rooms/{room_id}/comments", {"content": content}, by=by)


def sent(site, room_id):
    """What the server has of a room, in the order of creation."""
    comments = site.call("GET", f"/rooms/{room_id}/comments?limit=500", by="ada")["items"]
    return [comment["content"] for comment in sorted(comments, key=lambda comment: comment["number"])]


def fetched(route, replaced="", by=""):
    """The server's answer to a held request of a page. Playwright's own requests lack the header by which a cookie counts."""
    headers = {**route.request.all_headers(), "sec-fetch-site": "same-origin"}
    return route.fetch(url=route.request.url.replace(replaced, by) if replaced else route.request.url, headers=headers)


def answer(route, status, body):
    """Answers a request in the server's place, and proves it as the server does: by the request's own echo."""
    media = "application/problem+json" if status >= 400 else "application/json"
    echo = {"Davenport-Echo": route.request.headers.get("davenport-echo", "")}
    route.fulfill(status=status, content_type=media, headers=echo, body=json.dumps(body))


def refuse(route, status, code, detail):
    answer(route, status, {"type": "about:blank", "title": "Refused", "status": status, "code": code, "detail": detail})
