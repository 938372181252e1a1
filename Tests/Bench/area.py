"""A part of the server to measure: its requests, and how pgbench sends the same statements to PostgreSQL."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True)
class Area:
    """The requests of a part. The mappings are by the names of the kinds of requests."""

    #: The SQL file that fills an empty database for the area.
    filling: str
    #: The kinds that are compared with pgbench, and those that are only compared with one another.
    kinds: tuple[str, ...]
    alone: tuple[str, ...]
    #: The paths and tokens of each kind's requests.
    queries: Mapping[str, str]
    #: The numbers of generated rows, as columns of bench.size.
    sizes: tuple[str, ...]
    #: The ids in the statements of a sample, which is the first request of a kind, with the expression for each in any other request.
    ids: Mapping[str, str]
    #: The samples: a row for each kind, of its name and these ids; a dash for an id that its statements don't have.
    samples: str
    #: The id of the row that a request creates.
    fresh: str
    #: Lines of a pgbench script that choose the caller and the ids.
    choices: Mapping[str, str]
    #: The body, if it isn't a GET; and the method, if it is neither GET nor POST.
    bodies: Mapping[str, str] = dataclasses.field(default_factory=dict)
    methods: Mapping[str, str] = dataclasses.field(default_factory=dict)
    #: Kinds whose statements are only explained.
    explained: tuple[str, ...] = ()
    #: For requests that succeed only once: the statements that undo them, and the tables in which these leave dead rows.
    undoing: Mapping[str, str] = dataclasses.field(default_factory=dict)
    touched: tuple[str, ...] = ()
    #: The request for a resource that the client already has, if there is one.
    poll: str | None = None

    @property
    def copied(self) -> tuple[str, ...]:
        """The kinds whose statements are copied from the server."""
        return self.kinds + self.explained


#: The parameters that any statement may have for the caller, by the number `person`.
CALLER = {
    "tenant": "(SELECT bench.tenant(:tenant))",
    "person": "(SELECT bench.person(:person))",
    "digest": "(SELECT digest FROM bench.digests WHERE person = :person)",
}
