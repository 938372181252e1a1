"""The first evening with the client that openapi-python-client generates: evening_attrs.py API TENANT CODE."""

import base64
import sys

from davenport_client import AuthenticatedClient, Client
from davenport_client.api.accounts import log_in, sign_up
from davenport_client.api.comments import create_comment, list_comments
from davenport_client.api.dashboard import show_dashboard
from davenport_client.api.friends import list_friends
from davenport_client.api.invites import create_invite
from davenport_client.api.rooms import create_room, mark_watched
from davenport_client.models import (
    CreateCommentResponse404, LogInResponse401, NewComment, NewInvite, NewRoom, NewSession, NewSubjectTv, NewUser, SignUpResponse422,
    WatchedMark)
from davenport_client.types import Unset

API, TENANT, CODE = sys.argv[1:]
PASSWORD = "popcorn-and-sofa"


def signed_up(code: str, name: str):
    """Signs up with an invite. Returns the client of the new user, or the refusal."""
    user = NewUser(invite=code, email=f"{name}@example.org", password=PASSWORD, username=name)
    return sign_up.sync(client=Client(API), body=user, davenport_tenant=TENANT)


def signed_in(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(API, token=token)


# The generated errors have types, and name the field.
refused = signed_up(CODE, "a")
assert isinstance(refused, SignUpResponse422), refused
assert refused.code == "invalid" and not isinstance(refused.errors, Unset), refused
assert [(fault.field, fault.code) for fault in refused.errors] == [("username", "too_short")], refused

ada = signed_in(signed_up(CODE, "ada").token)
code = create_invite.sync(client=ada, body=NewInvite(note="for Bea")).code
joined = signed_up(code, "bea")
bea = signed_in(joined.token)
assert [friend.username for friend in list_friends.sync(client=ada).friends] == ["bea"]

subject = NewSubjectTv(
    kind="tv", show_id=95396, season=1, episode=1, show_title="Severance", episode_title="Good News About Hell")
room = create_room.sync(client=ada, body=NewRoom(subject=subject, member_i_ds=[joined.user.id]))
first = create_comment.sync(room.id, client=ada, body=NewComment(content="15:43 that hallway!"))
assert (first.seconds, first.content) == (943, "that hallway!"), first
create_comment.sync(room.id, client=bea, body=NewComment(seconds=410, content="crying in the car park. I feel seen"))
assert [comment.seconds for comment in list_comments.sync(room.id, client=bea).items] == [410, 943]
assert mark_watched.sync(room.id, client=ada, body=WatchedMark()).attention == "read"
[section] = show_dashboard.sync(client=ada).sections
assert section.rooms[0].id == room.id and section.group.title == "Severance", section

missing = create_comment.sync(joined.user.id, client=ada, body=NewComment(content="where?"))
assert isinstance(missing, CreateCommentResponse404) and missing.code == "not_found", missing
basic = base64.b64encode(f"ada@example.org:{PASSWORD}".encode()).decode()
again = log_in.sync(client=AuthenticatedClient(API, token=basic, prefix="Basic"), body=NewSession(), davenport_tenant=TENANT)
assert again.user.username == "ada", again
wrong = AuthenticatedClient(API, token=base64.b64encode(b"ada@example.org:popcorn").decode(), prefix="Basic")
refused = log_in.sync(client=wrong, body=NewSession(), davenport_tenant=TENANT)
assert isinstance(refused, LogInResponse401) and refused.code == "invalid_credentials", refused
