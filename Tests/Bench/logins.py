"""bin/bench logins: the server's log-ins a second, compared with the same hash by OpenSSL alone on the same number of threads."""

import base64
import concurrent.futures
import dataclasses
import hashlib
import re
import statistics
import time

import processor
from database import COPY
from figures import divided, rows_of
from postgres import OWNER
from report import Result, result
from server import Server
from settings import Settings
from workplace import Workplace, workplace

from tools import system
from tools.client import Client
from tools.failure import Failure, say

#: The server's threads for hashes, and the number of clients that wait for them. Each client has its own address, as people do.
THREADS, CLIENTS = 2, 8
PEOPLE = 500
PASSWORD = "four words nobody guesses"
#: The statement that gives everybody the password, before the measurement starts.
EVERYBODY = f"""
    UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'first@example.org')
    FROM generate_series(1, {PEOPLE}) AS n WHERE tenant_id = bench.tenant(bench.home(n)) AND id = bench.person(n)"""


@dataclasses.dataclass(frozen=True)
class LoggedIn:
    """One round: log-ins a second, the duration of each, hashes a second by OpenSSL alone, and the processor time of a log-in."""

    rate: float
    milliseconds: list[float]
    alone: float
    server: float


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        stored = _give_passwords(place)
        # Each client sends a different address in X-Forwarded-For, so that none reaches the rate limit per address.
        server = place.serve(place.program, {"TRUSTED_PROXIES": "1"})
        rounds = []
        for number in range(1, settings.rounds + 1):
            rounds.append(_round(server, number, settings.seconds, stored))
            say(f"Round {number}: {rounds[-1].rate:.1f} log-ins/s, {rounds[-1].alone:.1f} hashes/s by OpenSSL alone")
        memory = system.memory(server.pid, "VmHWM")
        server.stop()
        return _result(place, rounds, memory, stored)


def _give_passwords(place: Workplace) -> str:
    """Gives everybody the hash of one password, as the program itself makes it, and returns the stored hash."""
    place.processes.run(
        [place.program.path, "user", "create", "--tenant", "tenant-1", "--email", "first@example.org", "--username", "first", "--password-stdin"],
        environment={"MIGRATION_DATABASE_URL": place.postgres.url(OWNER, COPY)}, given=PASSWORD + "\n")
    place.postgres.psql("-c", EVERYBODY, database=COPY)
    [[stored]] = place.postgres.rows("SELECT password_hash FROM users WHERE email = 'first@example.org'")
    return stored


def _round(server: Server, number: int, seconds: int, stored: str) -> LoggedIn:
    alone = _hashes(seconds, stored)
    before, begin = processor.own(server.pid), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
        took = [each for part in pool.map(lambda client: _log_in(server.port, number, client, begin + seconds), range(CLIENTS)) for each in part]
    elapsed = time.monotonic() - begin
    return LoggedIn(len(took) / elapsed, took, alone, 1000 * (processor.own(server.pid) - before) / len(took))


def _log_in(port: int, number: int, place: int, until: float) -> list[float]:
    """Logs in repeatedly as one client, each time as another person. Returns the milliseconds of each log-in."""
    client = Client(port)
    took: list[float] = []
    while time.monotonic() < until or not took:
        person = (place + CLIENTS * len(took)) % PEOPLE + 1
        name = base64.b64encode(f"person-{person}@example.org:{PASSWORD}".encode()).decode()
        begin = time.monotonic()
        client.ask("POST", "/v1/sessions", body={}, headers={
            "Authorization": f"Basic {name}", "Davenport-Tenant": f"tenant-{(person - 1) % 50 + 1}",
            "X-Forwarded-For": f"10.{number % 256}.{place}.1"})
        took.append(1000 * (time.monotonic() - begin))
    client.close()
    return took


def _hashes(seconds: int, stored: str) -> float:
    """Measures how many such hashes OpenSSL computes in a second, on the server's number of threads."""
    found = re.match(r"\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$", stored)
    if not found:
        raise Failure(f"The stored hash has an unknown format: {stored}")
    log, r, p = map(int, found.groups())
    until = time.monotonic() + seconds

    def one_after_the_other(_: int) -> int:
        count = 0
        while time.monotonic() < until or count == 0:
            hashlib.scrypt(PASSWORD.encode(), salt=bytes(16), n=1 << log, r=r, p=p, maxmem=256 * r * (1 << log), dklen=32)
            count += 1
        return count

    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        return sum(pool.map(one_after_the_other, range(THREADS))) / (time.monotonic() - begin)


def _result(place: Workplace, rounds: list[LoggedIn], memory: float, stored: str) -> Result:
    row = rows_of(name := place.program.name)
    rows = [
        row("log-ins/s, a hash each", [each.rate for each in rounds], 1),
        row("  OpenSSL alone: hashes/s", [each.alone for each in rounds], 1),
        row("  ratio", [divided(each.rate, each.alone) for each in rounds], 2),
        row("p50 ms", [statistics.median(each.milliseconds) for each in rounds], 0),
        row("longest ms", [max(each.milliseconds) for each in rounds], 0),
        row("ms of the server's processor a log-in", [each.server for each in rounds], 0),
        row("memory at most (MB)", memory),
    ]
    kind = "$".join(stored.split("$")[:3])
    title = place.title(
        f"{CLIENTS} clients that log in again and again, {len(rounds)} rounds of {place.settings.seconds} s; the hash is {kind}.")
    return result("logins", title, [(f"{CLIENTS} clients, {THREADS} threads for hashes", rows)], [name])
