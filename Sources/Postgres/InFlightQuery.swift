/// An exchange that was sent and isn't over: what it consists of for libpq, and what has come back of it.
struct InFlightQuery: Sendable {
    /// What libpq answers with one result; the number is the statement's place in the exchange.
    enum Command: Sendable {
        case deallocate(String)
        case prepare(Int)
        case execute(Int)
    }

    let pipelinedQuery: PipelinedQuery
    /// Where it was sent behind another: when its task gives up waiting for that one's end.
    let limit: ContinuousClock.Instant?
    var commands: [Command] = []
    /// How many of the commands are done.
    var position = 0
    var rows: [Rows] = []
    var error: PostgresError?
    /// How long the server worked on it, as far as that can be told; known when it is over.
    var took = Duration.zero
    /// Whether its task has been told already, and what comes back is for nobody.
    var isDropped = false
    /// Whether a cancel request for the one before may hit it.
    var isEndangered = false
    /// Whether a statement of it began a transaction, which none may that shares its connection.
    var hasBegun = false

    init(_ pipelinedQuery: PipelinedQuery, behindUntil limit: ContinuousClock.Instant?) {
        self.pipelinedQuery = pipelinedQuery
        self.limit = limit
        commands.reserveCapacity(pipelinedQuery.statements.count)
        rows.reserveCapacity(pipelinedQuery.statements.count - pipelinedQuery.preamble)
    }

    /// The command whose results arrive now; nil behind the last, where the Sync is.
    var command: Command? { position < commands.count ? commands[position] : nil }

    /// Whether nothing in it changes which statements the connection has prepared: an error in it can't let those of another fail.
    var leavesStatements: Bool {
        commands.allSatisfy { if case .execute = $0 { true } else { false } }
    }

    /// Whether the server stopped it, for no other reason that is known. Its transaction was rolled back then.
    var wasHitByNeighboursCancellation: Bool {
        isEndangered && error?.sqlState == .queryCanceled
    }

    var result: Result<[Rows], any Error> { error.map { .failure($0) } ?? .success(rows) }
}
