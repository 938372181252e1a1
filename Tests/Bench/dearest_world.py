"""A community with the longest lists: 500 people, 500 rooms of person 1, and a room with 10,000 comments."""

import re
import uuid
from typing import Any

from database import COPY
from postgres import OWNER
from workplace import Workplace

from tools.client import Client
from tools.failure import Failure, say

#: Letters that stand for eighteen others each, mentions without an end, and the longest runs of combining marks.
WORST = ("\ufdfa", "@person-1 ", "a" + "\u0301" * 29)
PEOPLE, ROOMS, MEMBERS, COMMENTS, TASKS = 500, 500, 32, 10_000, 100
VERSION = "/v1"


def limits(place: Workplace) -> str:
    """The names of all rate limits, separated by commas."""
    found = place.processes.run([place.program.path, "tenant", "limit", "--help"]).stdout
    options = re.findall(r"([a-z-]+)-per-(?:minute|hour|day)", found)
    return ",".join(sorted({re.sub(r"-(.)", lambda match: match[1].upper(), option) for option in options}))


class World:
    """The community, and the ids of what is in it, by the names of path parameters."""

    def __init__(self, place: Workplace, client: Client, scale: float) -> None:
        self._client = client
        self.rooms, self.comments = max(40, int(ROOMS * scale)), max(600, int(COMMENTS * scale))
        query = "SELECT id, bench.token(number) FROM bench.people ORDER BY n"
        rows = place.postgres.rows(query, OWNER, COPY)
        self.people, self.tokens = [row[0] for row in rows], [row[1] for row in rows]
        self.ids: dict[str, str] = {}
        #: The ids of operations that can't use those of the others, by operation.
        self.own: dict[str, str] = {}

    @property
    def owner(self) -> str:
        """The token of person 1, to whom all of this belongs."""
        return self.tokens[0]

    def described(self) -> str:
        return f"{PEOPLE} people, {self.rooms} rooms of one of them, {self.comments} comments in a room"

    def ask(self, method: str, path: str, body: Any = None, token: str = "", headers: dict[str, str] | None = None) -> Any:
        """Sends a request as person 1 or another one, and returns the JSON of its answer."""
        answer = self._client.ask(method, VERSION + path, token or self.owner, body, headers)
        return answer.json() if answer.body else None

    def fill(self) -> None:
        say("Making a large community. This takes a minute or two.")
        self._fill_rooms()
        self._fill_room()
        self._fill_class()
        self._fill_rest()
        words = [WORST[0] + WORST[0] + str(number) for number in range(500)]
        self.ask("PUT", "/tenant/filter", {"words": words, "action": "refuse"})
        self.ask("PUT", "/me/mutes", {"userIDs": self.people[300:500], "words": words[:100]})

    def _fill_rooms(self) -> None:
        for number in range(self.rooms):
            subject = {"kind": "tv", "showID": 1 + number // 10, "season": 1, "episode": 1 + number % 10, "showTitle": "S" * 200, "episodeTitle": "E" * 200}
            self.own["leaveRoom"] = self.ids.get("roomID", "")
            self.ids["roomID"] = self.ask("POST", "/rooms", {"subject": subject, "memberIDs": self.people[1:MEMBERS]})["id"]

    def _fill_room(self) -> None:
        path = f"/rooms/{self.ids['roomID']}/comments"
        for number in range(self.comments):
            # The newest ones, which a page begins with, are the longest.
            text = WORST[number % 3] * (4000 // len(WORST[number % 3])) if number >= self.comments - 500 else "That hallway again! @person-3"
            comment = self.ask("POST", path, {"content": text, "seconds": number % 3600}, self.tokens[number % MEMBERS])
            if number % MEMBERS == 0:
                self.ids["commentID"] = comment["id"]
        for person in self.tokens[:MEMBERS]:
            for emoji in ("%F0%9F%90%90", "%F0%9F%98%82"):
                self.ask("PUT", f"{path}/{self.ids['commentID']}/reactions/{emoji}", token=person)
        cues = "".join(f"{number}\n00:{number // 60 % 60:02}:{number % 60:02},000 --> 00:59:59,000\n{'ä' * 500}\n\n" for number in range(1, 900))
        self.ask("PUT", f"/rooms/{self.ids['roomID']}/subtitles?language=en", cues.encode(), headers={"Content-Type": "application/x-subrip"})

    def _fill_class(self) -> None:
        students = self.people[2:102]
        for number in range(TASKS):
            task = self.ask("POST", "/tasks", {"title": f"{number} " + "T" * 190, "description": "D" * 4000, "studentIDs": students, "tags": [f"tag {n}" for n in range(10)]})
        self.ids |= {"taskID": task["id"], "studentID": students[0]}
        assignment = self.ask("GET", f"/tasks/{task['id']}/assignments")["items"][0]
        self.ids["assignmentID"] = assignment["id"]
        for _ in range(300):
            entry = self.ask("POST", f"/assignments/{assignment['id']}/entries", {"action": "message", "text": "E" * 4000})["entry"]
        self.ids["entryID"] = entry["id"]
        for _ in range(200):
            self.ids["ownTaskID"] = self.ask("POST", "/own-tasks", {"title": "O" * 200, "description": "D" * 4000})["id"]

    def _fill_rest(self) -> None:
        for number in range(200):
            self.ids["feedbackID"] = self.ask("POST", "/feedback", {"text": "F" * 4000}, self.tokens[number])["id"]
            self.ids["inviteID"] = (invite := self.ask("POST", "/invites", {"note": "N" * 100}))["invite"]["id"]
        self.ids["code"] = invite["code"]
        for number in range(2, 102):
            report = {"roomID": self.ids["roomID"], "reason": "spam", "note": "R" * 1000} if number < MEMBERS else {"userID": self.people[1], "reason": "spam", "note": "R" * 1000}
            self.ids["reportID"] = self.ask("POST", "/reports", report, self.tokens[number])["id"]
        for number in range(20):
            self.ids["challengeID"] = self.ask("POST", "/challenges", {"mode": "untimed", "friendIDs": self.people[1:32]})["id"]
        self.ids["challengeCode"] = self.ask("GET", f"/challenges/{self.ids['challengeID']}").get("code", "")
        self._fill_plays()
        for number in range(40):
            self.ids["botID"] = self.ask("POST", "/bots", {"username": f"bot-{number}"})["user"]["id"]
        calendar = self.ask("POST", "/me/keys", {"purpose": "calendar"})
        player = self.ask("POST", "/me/keys", {"purpose": "player", "account": "p"})
        self.ids |= {"keyID": calendar["key"]["id"], "secret": calendar["url"].rpartition("/")[2], "playerSecret": player["url"].rpartition("/")[2]}
        self.ids["sessionID"] = next(session["id"] for session in self.ask("GET", "/sessions")["items"] if not session["current"])
        self.ids["fileID"], self.own["createFile"] = str(uuid.uuid4()), str(uuid.uuid4())
        self.ask("PUT", f"/files/{self.ids['fileID']}?name=f.txt", b"x" * 100_000, headers={"Content-Type": "text/plain"})
        if not self.ids["challengeCode"]:
            raise Failure("An own challenge has no code.")

    def _fill_plays(self) -> None:
        """A challenge whose play goes on, and one that person 1 and the others have played."""
        for person in self.tokens[1:MEMBERS]:
            self._play(self.ids["challengeID"], person)
        self.own["strikePlay"] = self._play(self.ids["challengeID"], self.owner)["id"]
        other = self.ask("POST", "/challenges", {"mode": "untimed", "friendIDs": self.people[1:32]})["id"]
        play = self.ask("PUT", f"/challenges/{other}/play")
        self.ids |= {"playID": play["id"], "wordListID": play["wordListID"]}

    def _play(self, challenge: str, person: str) -> Any:
        play = self.ask("PUT", f"/challenges/{challenge}/play", token=person)
        self.ask("POST", f"/plays/{play['id']}/moves", {"from": 0, "moves": [], "finish": True}, person)
        return play
