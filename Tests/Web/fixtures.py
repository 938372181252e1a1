"""What the tests of the web client's data begin with: a room, its comments, and a client that is signed in."""

import contextlib
import itertools
import json

from client import Client

numbers = itertools.count(1)


def room(site, by="ada", members=("bea",)):
    """A new room of these people of the demo."""
    ids = [site.call("GET", "/me", by=member)["id"] for member in members]
    subject = {"kind": "custom", "title": f"Evening {next(numbers)} of {id(site)}"}
    return site.call("POST", "/rooms", {"subject": subject, "memberIDs": ids, "rewatch": True}, by=by)["id"]


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


@contextlib.contextmanager
def signed_in(site, browser, tabs=1, script=None, own=False):
    """Ada's client in so many tabs of one profile, with a copy that is whole.

    `own` is for tests that end the session; the others share one.
    """
    # With a service worker, Playwright would not see all requests of a page, and these tests hold some of them back.
    context = browser.new_context(service_workers="block")
    if script:
        context.add_init_script(script)
    first = Client(context, site.url)
    first.sign_in("ada") if own else first.share(site.token("ada"))
    first.whole()
    clients = [first, *(Client(context, site.url) for _ in range(tabs - 1))]
    yield clients if tabs > 1 else first
    for client in clients:
        assert client.errors == [], client.errors
    context.close()
