"""Conditional requests for dashboards, each with the entity tag of the dashboard that the client has."""

import pathlib

from requests_sent import RequestsSent
from server import Server

from tools.client import Client
from tools.failure import Failure

NOT_MODIFIED = 304


def tagged(server: Server, sent: RequestsSent, folder: pathlib.Path) -> pathlib.Path:
    """Makes a file of requests for load.lua, each a line "path token tag". It requests the tags, because they differ between servers."""
    lines = []
    client = Client(server.port)
    for line in sent.file("dashboard").read_text().splitlines():
        path, token = line.split()
        answer = client.ask("GET", path, token)
        lines.append(f"{path} {token} {answer.headers['ETag']}\n")
    client.close()
    file = folder / f"{server.program.name}.unchanged.requests"
    file.write_text("".join(lines))
    return file


def check(server: Server, file: pathlib.Path) -> None:
    """Raises Failure if a dashboard isn't answered with 304, because wrk doesn't check the status."""
    client = Client(server.port)
    for line in file.read_text().splitlines():
        path, token, tag = line.split()
        status = client.ask("GET", path, token, headers={"If-None-Match": tag}).status
        if status != NOT_MODIFIED:
            raise Failure(f"The program {server.program.path} answers GET {path} with {status} where nothing has changed, and not with 304.")
    client.close()
