import DavenportAPI
import Foundation

/// What has changed for the caller since the last time, or everything; where nothing has, it may wait for something (rules 13).
public struct ListChanges: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// - Throws: also the `LongPoll` that the request is in, where there is nothing to tell yet.
    public func callAsFunction(_ caller: Caller, _ input: ChangesQuery) async throws -> Changes {
        let since = try start(input.since)
        guard input.wait > 0, since.canWait else { return try await read(caller, since, input.limit).changes }
        guard let wait = LongPoll.current ?? dependencies.changeNotifier.longPolls.begin(caller.userID, for: .seconds(input.wait)) else {
            var changes = try await read(caller, since, input.limit).changes
            changes.retryAfter = SyncRules.retryAfter
            return changes
        }
        var goesOn = false
        defer { if !goesOn { wait.finish() } }
        let end = wait.end
        if end == .ended, let page = wait.answer as? ReadChanges.Page { return page.changes }
        // It is on the list by now: what changes from here on wakes it.
        let page = try await read(caller, since, input.limit)
        guard page.isEmpty, end == nil else { return page.changes }
        wait.answer = page
        goesOn = true
        throw wait
    }

    private func start(_ text: String?) throws -> FeedStart {
        do { return try FeedStart(text) } catch let problem as Problem where problem.code == .resyncRequired {
            dependencies.changeNotifier.count(.version)
            throw problem
        }
    }

    /// Waiting takes no turn from the same person's other requests, but reading does.
    private func read(_ caller: Caller, _ since: FeedStart, _ limit: Int) async throws -> ReadChanges.Page {
        try await dependencies.feedReads.take(caller.userID) {
            try await ReadChanges(dependencies: dependencies)(caller, since: since, limit: limit)
        }
    }
}
