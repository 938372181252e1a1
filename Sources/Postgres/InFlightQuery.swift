/// A pipelined query that was sent and isn't over, with its libpq commands and the results received so far.
struct InFlightQuery: Sendable {
    /// A libpq command that yields one result. The number is the statement's index in the query.
    enum Command: Sendable {
        case deallocate(String)
        case prepare(Int)
        case execute(Int)
    }

    let pipelinedQuery: PipelinedQuery
    var commands: [Command] = []
    /// The number of commands that are done.
    var position = 0
    var rows: [Rows] = []
    var error: PostgresError?
    /// Whether one of its statements began a transaction, which a pipelined query must not do.
    var hasBegun = false

    init(_ pipelinedQuery: PipelinedQuery) {
        self.pipelinedQuery = pipelinedQuery
        commands.reserveCapacity(pipelinedQuery.statements.count)
        rows.reserveCapacity(pipelinedQuery.statements.count - pipelinedQuery.preamble)
    }

    /// The command whose results arrive now, or nil behind the last one, where the Sync is.
    var command: Command? { position < commands.count ? commands[position] : nil }

    /// Whether it neither prepares nor deallocates a statement. Then an error in it can't affect the statements of
    /// the next query.
    var keepsPreparedStatements: Bool {
        commands.allSatisfy { if case .execute = $0 { true } else { false } }
    }
}
