"""bin/bench catalogue: the cost of a catalogue while its provider answers, and of cached answers while it is dead or silent.

Measures rooms that are created without titles, dashboards with the next episode, and look-ups of cached answers, and compares them with
the same server without a catalogue. It also measures a stale cache, with which the server asks the provider again after every answer.
"""

import dataclasses
import json
import pathlib

from database import COPY
from figures import Row, divided
from loads import Figures, Loads
from program import companion
from report import Result, result
from rooms import AREA
from server import Server
from settings import Settings
from stand_in import TMDB_KEY, StandIn
from workplace import Workplace, workplace

from tools.failure import say


@dataclasses.dataclass(frozen=True)
class Mode:
    """A state of the catalogue."""

    name: str
    #: The provider's URL; None without a catalogue.
    url: str | None
    #: The age of the cached answers, in days.
    days: int


ROOMS, DASHBOARDS, LOOK_UPS = "rooms by numbers alone", "dashboards of 60 rooms", "look-ups of what is kept"
_FILES = {
    ROOMS: "SELECT '/v1/rooms', bench.token(n) FROM bench.size, generate_series(specials + 1, least(people, specials + 5000)) AS n",
    DASHBOARDS: "SELECT '/v1/dashboard', bench.token(n) FROM bench.size, generate_series(1, busy) AS n",
    LOOK_UPS: "SELECT '/v1/media/tv/' || show, bench.token(n) FROM bench.shows, bench.size, generate_series(1, least(people, 100)) AS n",
}
#: The modes that are compared.
WITHOUT, ANSWERING, DEAD, SILENT = "without a catalogue", "the provider answers", "the provider is dead", "the provider is silent"

Results = dict[tuple[str, str], list[Figures]]


def measure(settings: Settings) -> Result:
    """Runs the whole measurement, from filling the database to the figures."""
    with workplace(settings) as place:
        place.fill()
        place.postgres.psql("-f", pathlib.Path(__file__).with_name("catalogue.sql"), database=COPY)
        bench = CatalogueBench(place)
        for number in range(settings.rounds + 1):
            bench.round(number)
            # The first round is a warm-up.
            say(f"Round {number}" if number else "Warmed up")
        return bench.result()


class CatalogueBench:
    """A server on the filled database, once for each mode in each round."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._loads = Loads(place, AREA)
        self._files = {what: self._written(number, query) for number, (what, query) in enumerate(_FILES.items())}
        [[self._show]] = place.postgres.rows("SELECT min(show) FROM bench.shows")
        self._modes = self._made()
        self._results: Results = {}

    def _written(self, number: int, query: str) -> pathlib.Path:
        file = self._place.work / f"catalogue-{number}.requests"
        file.write_text("".join(f"{path} {token}\n" for path, token in self._place.postgres.rows(query)))
        return file

    def _made(self) -> list[Mode]:
        program = companion(self._place.program, "catalogue-stand-in", self._place.processes)

        def stand_in(name: str, rule: str | None = None) -> StandIn:
            return StandIn(self._place.processes, program, self._place.work / name, *(["--rule", rule] if rule else []))

        dead = stand_in("dead")
        dead.stop()
        return [
            Mode(WITHOUT, None, 0), Mode(ANSWERING, stand_in("answering").url, 0), Mode(DEAD, dead.url, 2),
            Mode(SILENT, stand_in("silent", '{"action": "silence"}').url, 2)]

    def round(self, number: int) -> None:
        """Measures every mode in turn. The order is reversed from round to round. Round 0 doesn't count."""
        self._loads.length = self._place.settings.seconds if number else 1
        for mode in self._modes if number % 2 else self._modes[::-1]:
            self._place.postgres.psql("-c", f"UPDATE catalogue_entries SET fetched_at = now() - interval '{mode.days} days'", database=COPY)
            configured = {"TMDB_API_KEY": TMDB_KEY, "TMDB_BASE_URL": mode.url, "TMDB_LANGUAGE": "en-US"} if mode.url else {}
            server = self._place.serve(self._place.program, configured)
            for what in _FILES:
                if mode.url or what != LOOK_UPS:
                    self._measure(number, mode, what, server)
            server.stop()

    def _measure(self, number: int, mode: Mode, what: str, server: Server) -> None:
        figures = self._loads.ask(server, what, self._files[what], body=self._body(mode) if what == ROOMS else None)
        if number:
            self._results.setdefault((mode.name, what), []).append(figures)

    def _body(self, mode: Mode) -> str:
        titles = {} if mode.url else {"showTitle": f"Show {self._show}", "episodeTitle": "Episode 1"}
        subject = {"kind": "tv", "showID": int(self._show), "season": 1, "episode": 1, **titles}
        return json.dumps({"subject": subject, "memberIDs": [], "rewatch": True})

    def result(self) -> Result:
        """The figures, as ratios within each round."""
        name = self._place.program.name
        sections = []
        for what in _FILES:
            base = WITHOUT if (WITHOUT, what) in self._results else ANSWERING
            rows = [Row("requests/s " + base, {name: [each.rate for each in self._results[base, what]]})]
            rows += [
                Row(f"  {field}, {mode.name} / {base}", {name: self._ratios((mode.name, what), (base, what), field)}, 2, spread=True)
                for mode in self._modes if mode.name != base and (mode.name, what) in self._results for field in ("rate", "p99")]
            sections.append((what, rows))
        settings = self._place.settings
        title = self._place.title(
            f"Scale {settings.scale}, {settings.rounds} rounds of {settings.seconds} s; where the provider is dead or silent, all that is kept "
            "is two days old.")
        return result("catalogue", title, sections, [name])

    def _ratios(self, above: tuple[str, str], below: tuple[str, str], field: str) -> list[float]:
        return [divided(getattr(a, field), getattr(b, field)) for a, b in zip(self._results[above], self._results[below], strict=True)]
