"""An HTTP client that keeps its connection open, and raises Refused if the server refuses a request."""

import dataclasses
import http.client
import json
from collections.abc import Iterable, Mapping
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
        sent = dict(headers or {})
        if body is not None:
            sent["Content-Type"] = "application/json"
        return self._ask(method, path, token, body if body is None or isinstance(body, bytes) else json.dumps(body), sent)

    def status(self, method: str, path: str, token: str, body: bytes | None, headers: Mapping[str, str]) -> int:
        """Sends a request, and returns the status of its response, also if it is a refusal."""
        return self._exchange(method, path, body, dict(headers) | ({"Authorization": f"Bearer {token}"} if token else {})).status

    def put(self, path: str, token: str, size: int, parts: Iterable[bytes]) -> Answer:
        """Sends a body of this size in the parts that the iterator yields, and waits for the response."""
        return self._ask("PUT", path, token, parts, {"Content-Type": "application/octet-stream", "Content-Length": str(size)})

    def _ask(self, method: str, path: str, token: str, body: str | bytes | Iterable[bytes] | None, headers: dict[str, str]) -> Answer:
        found = self._exchange(method, path, body, headers | ({"Authorization": f"Bearer {token}"} if token else {}))
        if found.status >= 400:
            raise Refused(f"{method} {path}", found)
        return found

    def _exchange(self, method: str, path: str, body: str | bytes | Iterable[bytes] | None, sent: dict[str, str]) -> Answer:
        try:
            self._connection.request(method, path, body, sent)
            answer = self._connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as error:
            raise Failure(f"{method} {path} is not answered: {error}") from error

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()
