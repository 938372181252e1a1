"""Turns rows into JSON of the same shape as Davenport's, field by field. Null fields are left out."""

import datetime
import uuid
from typing import Any

import asyncpg

Shape = dict[str, Any]


def moment(at: datetime.datetime) -> str:
    """A time with milliseconds."""
    return at.isoformat(timespec="milliseconds")[:-6] + "Z"


def comment(row: asyncpg.Record, room: uuid.UUID, author: Shape | None) -> Shape:
    """A comment of a room. It has no author if the author's account was deleted."""
    shape = {
        "id": str(row["id"]), "roomID": str(room), "number": row["number"], "seconds": row["seconds"], "content": row["content"]}
    if author:
        shape["author"] = author
    shape["createdAt"] = moment(row["created_at"])
    if row["edited_at"]:
        shape["editedAt"] = moment(row["edited_at"])
    return shape


def author(row: asyncpg.Record) -> Shape:
    """The author of a comment's row."""
    return {"id": str(row["author_id"]), "username": row["author_username"], "identityColor": row["author_identity_color"]}


def people(rows: list[asyncpg.Record]) -> dict[Any, Shape]:
    """The people by id."""
    return {row["id"]: {"id": str(row["id"]), "username": row["username"], "identityColor": row["identity_color"]} for row in rows}


def dashboard(rows: list[asyncpg.Record], members: list[asyncpg.Record]) -> Shape:
    """The dashboard's sections. A section begins at each row whose `leads` is true."""
    stubs = people(members)
    sections: list[Shape] = []
    for row in rows:
        if row["leads"]:
            sections.append(_section(row, stubs))
        sections[-1]["rooms"].append(_room(row, stubs))
    for section, row in zip(sections, (row for row in rows if row["leads"]), strict=True):
        if row["latest_season"] is not None and row["latest_episode"] is not None:
            section["nextEpisode"] = {"season": row["latest_season"], "episode": row["latest_episode"] + 1}
    truncated = {"truncated": True} if rows and rows[0]["active_count"] > len(rows) else {}
    return {"sections": sections, **truncated}


def _section(row: asyncpg.Record, stubs: dict[Any, Shape]) -> Shape:
    group = {"id": row["group_id"], "kind": row["kind"]}
    if row["show_id"] is not None:
        group["showID"] = row["show_id"]
    group["title"] = row["group_title"]
    group["members"] = [stubs[member] for member in row["member_ids"] if member in stubs]
    return {"group": group, "rooms": []}


def _room(row: asyncpg.Record, stubs: dict[Any, Shape]) -> Shape:
    shape = {
        "id": str(row["room_id"]), "subject": _subject(row), "members": _members(row, stubs), "createdAt": moment(row["created_at"])}
    if row["completed_at"] and row["completed_at"].year < datetime.MAXYEAR:
        shape["completedAt"] = moment(row["completed_at"])
    shape |= {
        "lastActivityAt": moment(row["last_activity_at"]), "commentCount": row["comment_count"], "unreadCount": row["unread_count"],
        "readNumber": row["read_number"], "attention": row["attention"], "archived": row["archived"], "muted": row["muted"],
        "group": row["group_id"], "subtitles": row["subtitle_languages"]}
    return shape


def _subject(row: asyncpg.Record) -> Shape:
    if row["kind"] == "tv":
        shape = {"kind": "tv", "showID": row["show_id"], "season": row["season"], "episode": row["episode"], "showTitle": row["show_title"]}
        return shape if row["episode_title"] is None else {**shape, "episodeTitle": row["episode_title"]}
    movie = {"movieID": row["movie_id"]} if row["kind"] == "movie" else {}
    return {"kind": row["kind"], **movie, "title": row["title"]}


def _members(row: asyncpg.Record, stubs: dict[Any, Shape]) -> list[Shape]:
    """The members: the host first, then by time of joining, then by id. A watched time of infinity means that there is no mark."""
    host = row["host_id"]
    members = []
    for member, joined, watched in sorted(
            zip(row["member_ids"], row["member_joined_at"], row["member_watched_at"], strict=True),
            key=lambda one: (one[0] != host, one[1], one[0])):
        if member in stubs:
            shape: Shape = {"user": stubs[member]}
            if watched.year < datetime.MAXYEAR:
                shape["watchedAt"] = moment(watched)
            members.append({**shape, "joinedAt": moment(joined), "isHost": member == host})
    return members
