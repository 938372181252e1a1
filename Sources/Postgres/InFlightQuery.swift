/// A pipelined query that was sent and hasn't ended, with its libpq commands and the results received so far.
struct InFlightQuery: Sendable {
    /// A libpq command that yields one result. The number is the index of the statement in the pipelined query.
    enum Command: Sendable {
        case deallocate(String)
        case prepare(Int)
        case execute(Int)
    }

    let pipelinedQuery: PipelinedQuery
    var commands: [Command] = []
    /// The number of commands whose results have been received. It is also the index of the next command.
    var position = 0
    var rows: [Rows] = []
    var error: PostgresError?
    /// Whether a statement of the query has begun a transaction by itself, which a pipelined query must not do.
    var hasBegun = false

    init(_ pipelinedQuery: PipelinedQuery) {
        self.pipelinedQuery = pipelinedQuery
        commands.reserveCapacity(pipelinedQuery.statements.count)
        rows.reserveCapacity(pipelinedQuery.statements.count - pipelinedQuery.preamble)
    }

    /// The command whose result arrives next, or nil if only the query's Sync is left.
    var command: Command? { position < commands.count ? commands[position] : nil }

    /// Whether the query neither prepares nor deallocates a statement. If so, an error in the query can't affect the
    /// prepared statements that the next query uses.
    var keepsPreparedStatements: Bool {
        commands.allSatisfy { if case .execute = $0 { true } else { false } }
    }
}
