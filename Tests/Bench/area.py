"""A part of the server that is measured: what is asked for, and how pgbench asks PostgreSQL for the same."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True)
class Area:
    """By the names of the kinds of requests."""

    #: The file that fills an empty database with it.
    filling: str
    #: What the server is held against pgbench with; and what it is asked for alone, to be held against itself.
    kinds: tuple[str, ...]
    alone: tuple[str, ...]
    #: The paths and tokens of each kind's requests.
    queries: Mapping[str, str]
    #: How many there are of what the filling numbers, as columns of bench.size.
    sizes: tuple[str, ...]
    #: What a sample, the first request of a kind, has in its statements: what stands there in any request.
    ids: Mapping[str, str]
    #: The samples: a row for each kind, of its name and these ids; a dash for what its statements don't have.
    samples: str
    #: The id of what a request makes.
    fresh: str
    #: How a script of pgbench's chooses whom and what to ask for.
    choices: Mapping[str, str]
    #: What is posted, where it isn't read; and by which method, unless it is posted or read.
    bodies: Mapping[str, str] = dataclasses.field(default_factory=dict)
    methods: Mapping[str, str] = dataclasses.field(default_factory=dict)
    #: Kinds whose statements are explained and no more.
    explained: tuple[str, ...] = ()
    #: Of what can be asked for once alone: the statements that undo it, and the tables that these leave rows in.
    undoing: Mapping[str, str] = dataclasses.field(default_factory=dict)
    touched: tuple[str, ...] = ()
    #: What whoever asks has already, which is asked for too where there is such a thing.
    poll: str | None = None

    @property
    def copied(self) -> tuple[str, ...]:
        """The kinds whose statements are copied."""
        return self.kinds + self.explained


#: What every statement may have of whoever asks, by the number `person`.
CALLER = {
    "tenant": "(SELECT bench.tenant(:tenant))",
    "person": "(SELECT bench.person(:person))",
    "digest": "(SELECT digest FROM bench.digests WHERE person = :person)",
}
