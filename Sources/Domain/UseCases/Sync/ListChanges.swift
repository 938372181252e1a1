import DavenportAPI
import Foundation

extension UseCases {
    /// Lists what changed for the caller since a cursor, or everything. If nothing changed, the request may wait for a change
    /// (rules 13).
    ///
    /// Returns a page of changes at once if there are any, if the request doesn't wait, or if too many requests wait. Otherwise the request
    /// waits until something may have changed, at most `wait` seconds.
    /// - Throws: `invalid` naming `since`; `resyncRequired` if the cursor is too old.
    public func listChanges(
        _ caller: Caller, _ input: ChangesQuery, _ pending: PendingAnswer<Changes>? = nil
    ) async throws -> LongPollOutcome<Changes, PendingAnswer<Changes>> {
        let since = try start(input.since)
        guard input.wait > 0, since.canWait else { return .answered(try await read(caller, since, input.limit).changes) }
        guard let longPoll = pending?.longPoll ?? begin(caller, input) else {
            var changes = try await read(caller, since, input.limit).changes
            changes.retryAfter = SyncRules.retryAfter
            return .answered(changes)
        }
        var isWaiting = false
        // The server finishes the long poll of a resumed request, for which this may run twice.
        defer { if !isWaiting, pending == nil { longPoll.finish() } }
        let end = longPoll.end
        if end == .ended, let pending { return .answered(pending.answer) }
        // The long poll is registered before the read, so it misses no change.
        let page = try await read(caller, since, input.limit)
        guard page.isEmpty, end == nil else { return .answered(page.changes) }
        isWaiting = true
        return .waits(PendingAnswer(longPoll: longPoll, answer: page.changes))
    }

    /// - Returns: nil if too many long polls wait at this server.
    private func begin(_ caller: Caller, _ input: ChangesQuery) -> LongPoll? {
        changeNotifier.longPolls.begin(caller.userID, for: .seconds(input.wait))
    }

    private func start(_ text: String?) throws -> FeedStart {
        do { return try FeedStart(text) } catch let problem as Problem where problem.code == .resyncRequired {
            changeNotifier.count(.version)
            throw problem
        }
    }

    /// Reads a page as one of the caller's requests. Reading counts against the limit per user, whereas waiting doesn't.
    private func read(_ caller: Caller, _ since: FeedStart, _ limit: Int) async throws -> ChangesPage {
        try await feedReads.take(caller.userID) { _ in
            try await readChanges(caller, since: since, limit: limit)
        }
    }
}
