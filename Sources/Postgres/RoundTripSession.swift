import Synchronization

/// Sends the statements of a `Pool.roundTrip` as one pipelined query in an implicit transaction.
final class RoundTripSession: Session {
    private let scheduler: ConnectionScheduler
    private let opening: [SQL]
    private let waited: Duration
    private let isOver = Atomic(false)

    init(_ scheduler: ConnectionScheduler, opening: [SQL], waited: Duration) {
        self.scheduler = scheduler
        self.opening = opening
        self.waited = waited
    }

    func end() { isOver.store(true, ordering: .relaxed) }

    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        guard !isOver.exchange(true, ordering: .relaxed) else { throw PostgresError.misuse("a round trip sends only once") }
        let all = opening.isEmpty ? statements : opening + statements
        do {
            return try await rows(of: all, isPrepared: isPrepared)
        } catch PostgresError.server(let error) where error.isStalePlan {
            // The implicit transaction is rolled back, so sending all of it again is safe.
            return try await rows(of: all, isPrepared: isPrepared)
        }
    }

    private func rows(of statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        let query = PipelinedQuery(statements, preamble: opening.count, isPrepared: isPrepared, waited: waited)
        return try await scheduler.answer(to: query).result.get()
    }
}
