"""A client that counts its responses, for runs without harms."""

import asyncio
import dataclasses
import time
from collections import Counter

from world import Person

from tools.wire import Unanswered, Wire


@dataclasses.dataclass
class Load:
    """The responses that some clients got, with their times in seconds."""

    done: list[float] = dataclasses.field(default_factory=list)
    refused: list[float] = dataclasses.field(default_factory=list)
    #: Responses that no client should get.
    faults: Counter[str] = dataclasses.field(default_factory=Counter)

    def text(self, seconds: float) -> str:
        """The figures on one line."""
        return (f"{len(self.done) / seconds:.0f}/s served, p50 {percentile(self.done, 50):.0f} ms, p99 {percentile(self.done, 99):.0f} ms; "
                f"{len(self.refused)} refused by 503, half of them within {percentile(self.refused, 50) / 1000:.2f} s, all within "
                f"{self.slowest:.2f} s")

    @property
    def slowest(self) -> float:
        """The time of the slowest refusal."""
        return max(self.refused, default=0.0)


def percentile(values: list[float], part: int) -> float:
    """The percentile in milliseconds."""
    found = sorted(values)
    return 1000 * found[len(found) * part // 100] if found else 0.0


class Visitor:
    """A connection of a person."""

    def __init__(self, port: int, person: Person, load: Load) -> None:
        self._wire = Wire(port)
        self._person, self.load = person, load

    async def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> bool:
        """Sends a request and counts its response. Returns whether the server served it."""
        begun = time.monotonic()
        try:
            answer = await self._wire.ask(method, path, self._person.token, body, headers, timeout=30)
        except Unanswered as error:
            self.load.faults[f"{method}: {error}"] += 1
            await asyncio.sleep(0.05)
            return False
        took = time.monotonic() - begun
        if answer.status < 300:
            self.load.done.append(took)
        elif answer.status == 503 and "retry-after" in answer.headers:
            self.load.refused.append(took)
            # A well-behaved client waits a second; most don't.
            await asyncio.sleep(0.1)
        else:
            self.load.faults[f"{method}: {answer.status} {answer.code}"] += 1
        return answer.status < 300

    def close(self) -> None:
        """Closes its connection."""
        self._wire.close()
