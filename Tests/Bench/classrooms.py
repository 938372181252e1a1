"""bin/bench class: boards, lists and submissions of classes, beside PostgreSQL alone."""

import classes
from area_bench import AreaBench, Plan
from classes import FAR, PAGES, far
from classes_at_once import AtOnce
from classes_shown import NAMES, Pages, sections
from client import Client
from failure import Failure, say
from figures import Measured
from page import Result
from report import report
from settings import Settings
from workplace import Workplace, workplace


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill(classes.AREA.filling)
        return Classrooms(place).measure()


class Classrooms:
    """The programs on a database full of classes."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._bench = AreaBench(place, classes.AREA)

    def measure(self) -> Result:
        """Finds the distant pages, copies the statements, measures the rounds, and reports them."""
        self._find_far_pages()
        scripts = self._bench.copied()
        plans = self._plans()
        rounds, memory = self._bench.measured(scripts, plans)
        measured = Measured([program.name for program in self._place.programs], rounds.results, memory)
        pages = Pages.read(self._place.work, plans, scripts)
        shown = [*sections(measured, pages), ("at one moment", AtOnce(self._place, self._bench).rows())]
        text = report(measured.names, shown, self._bench.title(rounds.others), plans, self._place.work)
        measured.expect_none_failed(text)
        return Result("class", text)

    def _find_far_pages(self) -> None:
        """Reads archives page by page from their beginnings, as a client must: only the server knows where a page begins."""
        say(f"Looking for the page {FAR} of some archives.")
        server = self._place.serve(self._place.program)
        client = Client(server.port)
        for kind in PAGES:
            lines = (line.split() for line in self._bench.sent.file(kind).read_text().splitlines())
            self._bench.sent.write(far(kind), [(self._far(client, path, token), token) for path, token in lines])
        client.close()
        server.stop()

    def _far(self, client: Client, first: str, token: str) -> str:
        path = first
        for _ in range(FAR - 1):
            place = client.ask("GET", path, token).json().get("next")
            if not place:
                raise Failure(f"{first} has no {FAR} pages.")
            path = f"{first}&after={place}"
        return path

    def _plans(self) -> list[Plan]:
        """The plans of the measured requests, of boards and lists with and without archives, and of pages of archives."""
        size = self._bench.sent.size
        none, archived, awaiting = size["busy"] + 1, size["busy"] + size["twins"] + 1, size["specials"] + 1

        def plan(name: str, kind: str, class_: int, seat: int) -> Plan:
            return Plan(name, kind, NAMES[name], {"person": _seated(class_, seat), "class": class_, "task": 0, "seat": seat})

        return [
            plan("board-none", "board", none, 30), plan("board-archived", "board", archived, 30),
            plan("list-none", "list", none, 20), plan("list-newcomer", "list", archived, 20), plan("list-archived", "list", archived, 10),
            *(plan(page, page, archived, seat) for kind, seat in (("archive", 0), ("tasks", 30)) for page in (kind, far(kind))),
            plan("submit", "submit", awaiting, 0),
        ]


def _seated(class_: int, seat: int) -> int:
    """The number of the person on that seat, as in class.sql."""
    return ((class_ - 1) // 50 * 33 + seat) * 50 + (class_ - 1) % 50 + 1
