"""An HTTP client that reports when a request's outcome is unknown, so that the caller can send the request again."""

import asyncio
import json
import ssl
from typing import Any


class Unanswered(Exception):
    """The connection failed before the response, so the outcome of the request is unknown."""


class Answer:
    """A response, and the time until it arrived."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        """The body's JSON value."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The problem's code; for any other body, its beginning."""
        try:
            return str(self.json().get("code", ""))
        except (ValueError, AttributeError):
            return self.body[:80].decode(errors="replace")


class Wire:
    """A client's connection to a server. It opens with the first request, and again after it was closed."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None, name: str | None = None, origin: str | None = None) -> None:
        """
        - tls: the TLS settings with the trusted certificates; None for a connection without TLS.
        - name: the server's name, which TLS verifies.
        - origin: the local address from which to connect.
        """
        self.port = port
        self._host = name or "torture"
        self._options: dict[str, Any] = {"ssl": tls, "server_hostname": name} if tls else {}
        if origin:
            self._options["local_addr"] = (origin, 0)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
            self, method: str, path: str, token: str, body: Any = None, headers: dict[str, str] | None = None, timeout: float = 15) -> Answer:
        """Sends a request and reads its response.

        - body: bytes are sent as they are, any other value as JSON.
        """
        try:
            async with asyncio.timeout(timeout):
                return await self._ask(_written(method, path, token, body, {"Host": self._host, **(headers or {})}), method)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            self.close()
            raise Unanswered(f"{type(error).__name__}: {error}") from None
        except BaseException:
            self.close()
            raise

    async def _ask(self, request: bytes, method: str) -> Answer:
        if not self._streams:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, **self._options)
        reader, writer = self._streams
        writer.write(request)
        await writer.drain()
        # The server sends interim responses with the status 102 while a request waits.
        head = ["HTTP/1.1 102"]
        while head[0].split(" ")[1] < "200":
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        if headers.get("transfer-encoding", "") == "chunked":
            body = await _chunks(reader)
        else:
            body = await reader.readexactly(int(headers.get("content-length", "0"))) if method != "HEAD" else b""
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(int(head[0].split(" ")[1]), headers, body)

    def close(self) -> None:
        """Closes the connection, in the middle of any message."""
        if self._streams:
            self._streams[1].transport.abort()
        self._streams = None


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """Reads a chunked body. A proxy sends chunks if it doesn't know the length."""
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return body


def _written(method: str, path: str, token: str, body: Any, headers: dict[str, str]) -> bytes:
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    lines = dict(headers)
    if token:
        lines.setdefault("Authorization", f"Bearer {token}")
    if body is not None and not isinstance(body, bytes):
        lines["Content-Type"] = "application/json"
    if method in ("POST", "PUT", "PATCH"):
        lines["Content-Length"] = str(len(content))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content
