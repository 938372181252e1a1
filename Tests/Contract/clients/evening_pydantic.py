"""The first evening with the client that openapi-generator generates for Python: evening_pydantic.py API TENANT CODE."""

import sys

import davenport
from davenport.exceptions import NotFoundException, UnauthorizedException, UnprocessableEntityException

API, TENANT, CODE = sys.argv[1:]
PASSWORD = "popcorn-and-sofa"


def client(token: str | None = None, **basic: str) -> davenport.ApiClient:
    return davenport.ApiClient(davenport.Configuration(host=API, access_token=token, **basic))


def signed_up(code: str, name: str, username: str = "") -> davenport.SignedIn:
    user = davenport.NewUser(invite=code, email=f"{name}@example.org", password=PASSWORD, username=username or name)
    return davenport.AccountsApi(client()).sign_up(new_user=user, davenport_tenant=TENANT)


# The generated errors have types, and name the field. The client checks the schema before it sends, but only the server knows this rule.
try:
    signed_up(CODE, "a", username="a b")
    raise AssertionError("the server accepted a name of this form")
except UnprocessableEntityException as refused:
    assert refused.data.code == "invalid", refused
    assert [fault.var_field for fault in refused.data.errors] == ["username"], refused

ada = client(signed_up(CODE, "ada").token)
code = davenport.InvitesApi(ada).create_invite(davenport.NewInvite(note="for Bea")).code
joined = signed_up(code, "bea")
bea = client(joined.token)
assert [friend.username for friend in davenport.FriendsApi(ada).list_friends().friends] == ["bea"]

subject = davenport.NewSubject(davenport.NewSubjectTv(
    kind="tv", showID=95396, season=1, episode=1, showTitle="Severance", episodeTitle="Good News About Hell"))
room = davenport.RoomsApi(ada).create_room(davenport.NewRoom(subject=subject, memberIDs=[joined.user.id]))
comments = davenport.CommentsApi(ada)
first = comments.create_comment(room.id, davenport.NewComment(content="15:43 that hallway!"))
assert (first.seconds, first.content) == (943, "that hallway!"), first
davenport.CommentsApi(bea).create_comment(room.id, davenport.NewComment(seconds=410, content="crying in the car park. I feel seen"))
assert [comment.seconds for comment in davenport.CommentsApi(bea).list_comments(room.id).items] == [410, 943]
assert davenport.RoomsApi(ada).mark_watched(room.id).attention == "read"
[section] = davenport.DashboardApi(ada).show_dashboard().sections
assert section.rooms[0].id == room.id and section.group.title == "Severance", section

try:
    comments.create_comment(joined.user.id, davenport.NewComment(content="where?"))
    raise AssertionError("the unknown room was found")
except NotFoundException as missing:
    assert missing.data.code == "not_found", missing
again = davenport.AccountsApi(client(username="ada@example.org", password=PASSWORD)).log_in(davenport_tenant=TENANT)
assert again.user.username == "ada", again
try:
    davenport.AccountsApi(client(username="ada@example.org", password="popcorn")).log_in(davenport_tenant=TENANT)
    raise AssertionError("the server accepted a wrong password")
except UnauthorizedException as refused:
    assert refused.data.code == "invalid_credentials", refused
