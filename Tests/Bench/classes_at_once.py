"""Measures simultaneous requests in a class: thirty submissions at once, and twenty slow uploads while others request their boards."""

import statistics
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from area_bench import AreaBench
from figures import Row, Target, divided
from server import Server
from workplace import Workplace

from tools.client import Client
from tools.failure import Failure

STUDENTS = 30
TASKS = 20
#: The target for the duration of a submission, in milliseconds.
SUBMITTED = Target(1000, 250)
FILES, SIZE, BYTES_PER_SECOND = 20, 1 << 20, 50_000
#: The clients that request boards meanwhile, and the seconds for which they do: less than an upload takes.
OTHERS, SECONDS = 16, 15
BESIDE = Target(2.0, 1.2)


class AtOnce:
    """Runs both on one server of the measured program."""

    def __init__(self, place: Workplace, bench: AreaBench) -> None:
        self._place, self._bench = place, bench

    def rows(self) -> list[Row]:
        """Runs both, and returns their figures."""
        server = self._place.serve(self._place.program)
        # Warm up: for the first few submissions the server hasn't planned its statements yet.
        self._bench.loads.length = 2
        self._bench.loads.ask(server, "board", clients=OTHERS)
        found = [*self._submits(server), *self._uploads(server)]
        server.stop()
        return found

    def _submits(self, server: Server) -> list[Row]:
        self._bench.sent.undo("submit", cleared=True)
        tasks = self._place.postgres.rows(f"""
            SELECT task, bench.assignment(specials + 1, task, seat), bench.token(bench.seated(specials + 1, seat))
            FROM bench.size, generate_series(1, {TASKS}) AS task, generate_series(0, {STUDENTS - 1}) AS seat ORDER BY task, seat""")
        took: list[float] = []
        start = threading.Barrier(STUDENTS)
        with ThreadPoolExecutor(STUDENTS) as pool:
            for first in range(0, len(tasks), STUDENTS):
                submits = [self._submit(server, start, assignment, token) for _, assignment, token in tasks[first:first + STUDENTS]]
                took += [future.result() for future in [pool.submit(submit) for submit in submits]]
        self._bench.sent.undo("submit", cleared=True)
        took.sort()
        return [
            self._row(f"{STUDENTS} submits at one instant, to {TASKS} tasks in turn: p50 ms", took[len(took) // 2], 1),
            self._row("  p99 ms", took[len(took) * 99 // 100], 1, SUBMITTED),
            self._row("  the last, ms", took[-1], 1),
        ]

    def _submit(self, server: Server, start: threading.Barrier, assignment: str, token: str) -> Callable[[], float]:
        """Returns a function that waits for all others at the barrier, submits on an open connection, and returns the milliseconds it took."""
        client = Client(server.port)
        client.ask("GET", "/v1/me", token)
        body = (self._bench.sent.body("submit") or "").encode()

        def submit() -> float:
            start.wait()
            begun = time.monotonic()
            client.ask("POST", f"/v1/assignments/{assignment}/entries", token, body)
            took = time.monotonic() - begun
            client.close()
            return 1000 * took

        return submit

    def _uploads(self, server: Server) -> list[Row]:
        loads = self._bench.loads
        loads.length = SECONDS
        before = loads.ask(server, "board", clients=OTHERS)
        senders = self._place.postgres.rows(
            f"SELECT bench.token(bench.seated(busy + 1, seat)) FROM bench.size, generate_series(0, {FILES - 1}) AS seat")
        with ThreadPoolExecutor(FILES) as pool:
            uploads = [pool.submit(self._upload, server, token) for [token] in senders]
            among = loads.ask(server, "board", clients=OTHERS)
            early = [upload.result() for upload in uploads if upload.done()]
            seconds = [upload.result() for upload in uploads]
        if early:
            raise Failure("An upload was done before the other clients had been measured during it.")
        after = loads.ask(server, "board", clients=OTHERS)
        alone = statistics.mean([before.p99, after.p99])
        return [
            self._row(f"{FILES} uploads of 1 MiB at {BYTES_PER_SECOND // 1000} kB/s: the first was done after seconds", min(seconds), 1),
            self._row("  the last", max(seconds), 1),
            self._row(f"boards meanwhile, by {OTHERS} clients: p99 ms", among.p99, 1),
            self._row("  p99 with uploads / without", divided(among.p99, alone), 2, BESIDE),
        ]

    def _upload(self, server: Server, token: str) -> float:
        """Uploads a file slowly, and returns the seconds it took."""
        client, begun = Client(server.port), time.monotonic()
        client.put(f"/v1/files/{uuid.uuid4()}?name=song.txt", token, SIZE, _slowly())
        client.close()
        return time.monotonic() - begun

    def _row(self, name: str, value: float, digits: int = 0, target: Target | None = None) -> Row:
        """A row with one program's figure, which isn't a ratio between programs."""
        return Row(name, {program.name: [value] for program in self._place.programs}, digits, target)


def _slowly() -> Iterator[bytes]:
    """Yields a file's bytes at the speed of a slow line."""
    part = BYTES_PER_SECOND // 10
    for sent in range(0, SIZE, part):
        yield b"x" * min(part, SIZE - sent)
        time.sleep(0.1)
