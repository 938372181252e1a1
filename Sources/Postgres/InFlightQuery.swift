/// A pipelined query that was sent and isn't over, with its libpq commands and the results received so far.
struct InFlightQuery: Sendable {
    /// A libpq command that yields one result. The number is the statement's index in the query.
    enum Command: Sendable {
        case deallocate(String)
        case prepare(Int)
        case execute(Int)
    }

    let pipelinedQuery: PipelinedQuery
    /// For a query pipelined behind another: the time at which its task stops waiting for that one to end.
    let limit: ContinuousClock.Instant?
    var commands: [Command] = []
    /// The number of commands that are done.
    var position = 0
    var rows: [Rows] = []
    var error: PostgresError?
    /// The time that the server worked on it, as measured from outside. Known when the query is over.
    var took = Duration.zero
    /// Whether its task has been resumed already, so that its results are discarded.
    var isDropped = false
    /// Whether the cancel request for the query before it may hit it.
    var mayBeHitByCancel = false
    /// Whether one of its statements began a transaction, which a pipelined query must not do.
    var hasBegun = false

    init(_ pipelinedQuery: PipelinedQuery, behindUntil limit: ContinuousClock.Instant?) {
        self.pipelinedQuery = pipelinedQuery
        self.limit = limit
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

    /// Whether the neighbour's cancel request stopped it, as far as can be known. Its transaction was rolled back in
    /// that case.
    var wasHitByCancelRequest: Bool {
        mayBeHitByCancel && error?.sqlState == .queryCanceled
    }

    var result: Result<[Rows], any Error> { error.map { .failure($0) } ?? .success(rows) }
}
