"""An HTTP client that keeps its connection open, and raises Refused if the server refuses a request."""

import dataclasses
import http.client
import json
from collections.abc import Mapping
from typing import Any

from tools.failure import Failure


@dataclasses.dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    def json(self) -> Any:
        """The parsed JSON of the body."""
        return json.loads(self.body)


class Refused(Failure):
    """The server refused a request."""

    def __init__(self, request: str, answer: Answer) -> None:
        super().__init__(f"{request} is answered with {answer.status}: {answer.body[:300].decode(errors='replace')}")
        self.status = answer.status


class Client:
    """One connection to this machine."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method: str, path: str, token: str = "", body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Sends a request and waits for its response.

        - body: bytes that are sent as they are, or a value that is sent as JSON.
        """
        sent = {**({} if body is None else {"Content-Type": "application/json"}), **(headers or {})}
        found = self._exchange(method, path, token, body if body is None or isinstance(body, bytes) else json.dumps(body), sent)
        if found.status >= 400:
            raise Refused(f"{method} {path}", found)
        return found

    def answer(self, method: str, path: str, token: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Sends a request, and returns its response, also if it is a refusal."""
        return self._exchange(method, path, token, body, headers)

    def _exchange(self, method: str, path: str, token: str, body: str | bytes | None, sent: Mapping[str, str]) -> Answer:
        try:
            self._connection.request(method, path, body, {**sent, **({"Authorization": f"Bearer {token}"} if token else {})})
            answer = self._connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as error:
            raise Failure(f"{method} {path} is not answered: {error}") from error

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()
