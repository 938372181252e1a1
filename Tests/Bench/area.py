"""A part of the server to measure: its requests, and how pgbench sends the same statements to PostgreSQL."""

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True)
class Area:
    """The requests of a part. The mappings are by the names of the kinds of requests."""

    #: The SQL file that fills an empty database for the area.
    filling: str
    #: The kinds of requests that are compared with pgbench, and those that are compared only with each other.
    kinds: tuple[str, ...]
    alone: tuple[str, ...]
    #: The paths and tokens of each kind's requests.
    queries: Mapping[str, str]
    #: The numbers of generated rows, as columns of bench.size.
    sizes: tuple[str, ...]
    #: For each id in a sample's statements, the expression that gives the id in any other request. The sample is a kind's first request.
    ids: Mapping[str, str]
    #: The samples: for each kind a row with its name and these ids. A dash replaces an id that the kind's statements don't have.
    samples: str
    #: The id of the row that a request creates.
    fresh: str
    #: Lines of a pgbench script that choose the caller and the ids.
    choices: Mapping[str, str]
    #: The body, unless the method is GET; and the method, unless it is GET or POST.
    bodies: Mapping[str, str] = dataclasses.field(default_factory=dict)
    methods: Mapping[str, str] = dataclasses.field(default_factory=dict)
    #: Kinds whose plans are recorded, but whose speed isn't measured.
    explained: tuple[str, ...] = ()
    #: For requests that succeed only once: the statements that undo their changes, and the tables in which these leave dead rows.
    undoing: Mapping[str, str] = dataclasses.field(default_factory=dict)
    touched: tuple[str, ...] = ()
    #: The kind of conditional request, for a resource that the client already has; None if there is none.
    poll: str | None = None

    @property
    def copied(self) -> tuple[str, ...]:
        """The kinds whose statements pgbench or EXPLAIN repeats."""
        return self.kinds + self.explained


#: The parameters that a statement may have for the caller, each computed from the number `person`.
CALLER = {
    "tenant": "(SELECT bench.tenant(:tenant))",
    "person": "(SELECT bench.person(:person))",
    "digest": "(SELECT digest FROM bench.digests WHERE person = :person)",
}
