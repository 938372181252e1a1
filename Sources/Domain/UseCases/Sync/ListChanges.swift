import DavenportAPI
import Foundation

/// What has changed for the caller since the last time, or everything; where nothing has, it may wait for something (rules.md 13).
public struct ListChanges: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: ChangesQuery) async throws -> Changes {
        let since = try start(input.since)
        guard input.wait > 0, since.canWait else { return try await read(caller, since, input.limit).changes }
        let waits = dependencies.nudges.waits
        guard let wait = waits.begin(caller.userID) else {
            var changes = try await read(caller, since, input.limit).changes
            changes.retryAfter = SyncRules.retryAfter
            return changes
        }
        defer { waits.finish(wait, of: caller.userID) }
        let deadline = ContinuousClock.now + .seconds(input.wait)
        // It is on the list by now: what changes from here on wakes it.
        var page = try await read(caller, since, input.limit)
        while page.isEmpty {
            let signal = await wait.next(until: deadline)
            if signal == .ended { break }
            // What this sees is of a moment of its own, and not of the one at which the request came.
            page = try await Receipt.$moment.withValue(nil) { try await read(caller, since, input.limit) }
            if signal == .timeUp { break }
        }
        return page.changes
    }

    private func start(_ text: String?) throws -> FeedStart {
        do { return try FeedStart(text) } catch let problem as Problem where problem.code == .resyncRequired {
            dependencies.nudges.count(.version)
            throw problem
        }
    }

    /// Waiting takes no turn from the same person's other requests, but reading does. It happens in a child task: what a task has ever
    /// called keeps its room until the task ends, which would be all the time that a request waits.
    private func read(_ caller: Caller, _ since: FeedStart, _ limit: Int) async throws -> ReadChanges.Page {
        async let page = dependencies.feedReads.take(caller.userID) {
            try await ReadChanges(dependencies: dependencies)(caller, since: since, limit: limit)
        }
        return try await page
    }
}
