"""bin/bench: rooms and dashboards of a large community, beside PostgreSQL alone."""

import capacity
import layers
import rooms
from area_bench import AreaBench, Plan
from crowd import Crowd
from figures import Measured
from page import Result
from report import report
from settings import Settings
from shown import NAMES, sections
from workplace import Workplace, workplace

STARTS = 5


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        return Community(place).measure()


class Community:
    """The programs on the filled database."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._bench = AreaBench(place, rooms.AREA)

    def measure(self) -> Result:
        """Copies the statements, measures the starts and the rounds, and reports them."""
        # First, before anything takes long: an older program may not work on the newer schema.
        scripts = self._bench.copied()
        starts = self._starts()
        plans = self._plans()
        rounds, memory = self._bench.measured(scripts, plans)
        crowd = Crowd(self._place, self._bench.loads).measure()
        measured = Measured([program.name for program in self._place.programs], rounds.results, memory, starts, crowd)
        tables = {"layers": layers.table(measured), "capacity": capacity.table(measured)}
        text = report(measured.names, sections(measured), self._bench.title(rounds.others), plans, self._place.work)
        measured.expect_none_failed(text)
        return Result("community", text, tables)

    def _starts(self) -> dict[str, list[float]]:
        took: dict[str, list[float]] = {program.name: [] for program in self._place.programs}
        for _ in range(STARTS):
            for program in self._place.programs:
                server = self._place.serve(program)
                took[program.name].append(server.took)
                server.stop()
        return took

    def _plans(self) -> list[Plan]:
        """The plans of the measured requests, and of the dashboards of a person without archived rooms and of one with 6,000."""
        size = self._bench.sent.size
        # The requests are sent as the hosts of the rooms 5 and 1.
        return [
            Plan("room", "room", NAMES["room"], {"person": size["specials"] + 5, "room": 5}),
            Plan("none", "dashboard", "dashboard of 60 active rooms, none archived", {"person": size["twins"]}),
            Plan("archived", "dashboard", "dashboard of 60 active rooms, 6,000 archived", {"person": size["busy"] + size["twins"]}),
            Plan("comment", "comment", NAMES["comment"], {"person": size["specials"] + 1, "room": 1}),
        ]
