"""bin/bench push: how many pushes of 1 KB a second go over one HTTP/2 connection to a stand-in for Apple.

Each round measures Davenport's client and h2load, an HTTP/2 benchmark in C.
"""

import base64
import json
import pathlib
import re
import statistics
import tempfile
import time

import processor
from figures import Target, divided
from program import build, commit, described
from report import Result
from settings import Settings

from tools import system
from tools.failure import Failure, gist, say
from tools.processes import Command, Processes
from tools.stand_in import Apple

#: The ratio of the client's rate to h2load's.
RATIO = Target(0.85, 0.95)
HEADERS = {
    "apns-topic": "app.davenport", "apns-push-type": "alert", "apns-priority": "10", "apns-expiration": "2000000000",
    "apns-collapse-id": "0123456789abcdef0123456789abcdef", "apns-id": "00000000-0000-4000-8000-000000000000"}


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from starting the stand-in to the figures."""
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        program = settings.stand_in or build("push-stand-in", processes)
        stand_in = Apple(processes, program, pathlib.Path(folder), "--quiet")
        (stand_in.folder / "payload").write_text("x" * 1024)
        # All rounds use one token, because Apple refuses a third one within 20 minutes.
        token = _token()
        ours, theirs = [], []
        for number in range(1, settings.rounds + 1):
            ours.append(stand_in.protocol_alone(settings.seconds))
            theirs.append(_theirs(processes, stand_in, settings.seconds, token))
            say(f"Round {number}: ours {ours[-1]}/s, h2load {theirs[-1]}/s")
    us, them = statistics.median_low(ours), statistics.median_low(theirs)
    ratio = statistics.median(divided(a, b) for a, b in zip(ours, theirs, strict=True))
    return Result("push", "\n".join([
        f"Pushes of 1 KB per second over one connection, {settings.rounds} rounds of {settings.seconds} s, on {processor.COUNT} processors "
        f"which the stand-in shares:",
        f"  ours {us}   h2load {them}   ratio {ratio:.2f}   to reach {RATIO.reach:.2f}, aim {RATIO.aim:.2f}: {RATIO.verdict(ratio)}",
        f"  {described()}",
        f"  push-stand-in: {commit(program.resolve().parent, built=program.stat().st_mtime)}",
        f"  bin/bench: {commit(system.ROOT)}"]))


def _theirs(processes: Processes, stand_in: Apple, seconds: int, token: str) -> int:
    """The number of pushes that h2load sends in a second."""
    headers = [part for name, value in {**HEADERS, "authorization": f"bearer {token}"}.items() for part in ("-H", f"{name}: {value}")]
    command: Command = [
        "h2load", "-c", "1", "-m", "1000", "-t", "1", "-D", str(seconds), "-d", stand_in.folder / "payload", *headers,
        stand_in.url + "/3/device/" + "ab" * 32]
    answer = processes.run(command, timeout=seconds + 60).stdout
    rate = re.search(r"^finished in .*?, ([\d.]+) req/s", answer, re.MULTILINE)
    if " 0 4xx, 0 5xx" not in answer or not rate:
        raise Failure(f"h2load was refused: {gist(answer)}")
    return int(float(rate[1]))


def _token() -> str:
    """A well-formed token. The stand-in accepts any signature of an unknown team."""
    parts = [json.dumps({"alg": "ES256", "kid": "K"}), json.dumps({"iss": "H2LOAD", "iat": int(time.time())}), "0" * 64]
    return ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
