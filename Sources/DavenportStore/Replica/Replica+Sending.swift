import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Sends the waiting writes in order, until one gets no answer.
    /// - Throws: an error that ends the session, or an error of the files. A missing answer is no error here.
    func send(_ files: Files, patiently: Bool) async throws {
        while case .send(let entry) = try await files.outbox.take(now: environment.now(), patiently: patiently) {
            try environment.reach(.leased)
            let goesOn = try await send(entry, files)
            try environment.reach(.noted)
            try await refresh()
            if !goesOn { return }
        }
    }

    /// Sends one write.
    /// - Returns: whether the next write may be sent.
    private func send(_ entry: OutboxEntry, _ files: Files) async throws -> Bool {
        do {
            // The outbox retries, with its own back-off.
            let rewriting = try await Self.perform(
                entry.action, after: now.timeIntervalSince(entry.writtenAt), over: client.sendingOnce)
            try environment.reach(.answered)
            try await files.outbox.answered(entry, rewriting: rewriting)
            return true
        } catch let error as APIError {
            try environment.reach(.answered)
            return try await settle(entry, error, files)
        }
    }

    /// Handles an error from sending a write.
    /// - Returns: whether the next write may be sent.
    private func settle(_ entry: OutboxEntry, _ error: APIError, _ files: Files) async throws -> Bool {
        guard case .problem(let problem, let retryAfter) = error else {
            // An answer that isn't in the API's format says nothing about the write: it may come from a hotel's
            // network.
            return try await wait(entry, retryAfter: nil, files)
        }
        switch problem.status {
        case 401: throw error
        case 408, 429, 500...: return try await wait(entry, retryAfter: retryAfter.map { Double($0.components.seconds) }, files)
        default: break
        }
        try await decide(entry.action, entry, problem, files)
        return true
    }

    /// Applies an area's decision about a refused write.
    private func decide<Action: AreaWrite>(_ action: Action, _ entry: OutboxEntry, _ problem: Problem, _ files: Files) async throws {
        switch try await action.outcome(of: problem, over: client.sendingOnce) {
        case .failed: try await files.outbox.failed(entry, .refused(problem))
        case .done(let later): try await files.outbox.answered(entry, rewriting: later.map { Rewriting($0) })
        case .replaced(let other): try await files.outbox.replace(entry, by: other)
        case .exists(let made, let existing, let moving):
            try await files.outbox.answered(entry, rewriting: Rewriting(moving))
            successors[made] = existing
            for threads in areas.flatMap({ $0.threads }) { threads.replace(made, by: existing) }
        }
    }

    private func wait(_ entry: OutboxEntry, retryAfter: TimeInterval?, _ files: Files) async throws -> Bool {
        try await files.outbox.unanswered(
            entry, now: environment.now(), serverNow: now, retryAfter: retryAfter, random: environment.random())
    }

    private nonisolated static func perform<Action: AreaWrite>(
        _ action: Action, after seconds: TimeInterval, over client: DavenportClient
    ) async throws -> Rewriting? {
        try await action.aged(by: seconds).send(over: client).map { Rewriting($0) }
    }
}
