import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// The reason why a wait ended.
    private enum Waited {
        /// The server has answered the long poll, and the changes in the answer are applied.
        case synced
        /// A write may be sent now.
        case due
    }

    /// Keeps the copy up to date and sends writes until the task is cancelled.
    ///
    /// Without a network it retries after 1, 2, 4 … 60 seconds, and at once after `networkIsBack`.
    public func run() async {
        var (failures, isCurrent) = (0, false)
        while !Task.isCancelled {
            do {
                let isPatient = !isImpatient
                isImpatient = false
                if !isCurrent { try await serialQueue.run { [self] in try await syncNow(patiently: isPatient) } }
                failures = 0
                isCurrent = try await wait() == .synced
            } catch {
                (failures, isCurrent) = (failures + 1, false)
                await pauseShowing(for: Pauses(longest: 60).pause(after: failures, random: environment.random()))
            }
        }
    }

    /// Reports that the network is available again, so that pending retries happen at once.
    public func networkIsBack() {
        isImpatient = true
        signal()
    }

    /// Reports that the app is in the foreground again. The replica shows what other processes wrote meanwhile, and
    /// queries the server.
    /// - Throws: an error of the files.
    public func becameActive() async throws {
        _ = try await opened()
        try await reloadIfChanged()
        networkIsBack()
    }

    /// Ends the current or next wait.
    func signal() {
        isWoken = true
        wake?.yield()
    }

    /// Waits for the first of these: changes from the server, a new write, or a moment at which a write may be sent.
    private func wait() async throws -> Waited {
        let files = try await opened()
        let seconds = try await secondsUntilDue(files)
        if seconds <= 0 || isWoken {
            isWoken = false
            return .due
        }
        return try await withThrowingTaskGroup(of: Waited.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.poll() }
            group.addTask {
                await self.pauseShowing(for: seconds)
                return .due
            }
            return try await group.next() ?? .due
        }
    }

    /// Sends a long poll, which the server answers when something has changed.
    private func poll() async throws -> Waited {
        let began = environment.now()
        var isNews = true
        try await guarded { [self] files in
            let (asked, answers) = (base.state, try await files.outbox.answers())
            guard asked.phase == .idle, asked.cursor != nil else { return }
            let query = ChangesQuery(since: asked.cursor, limit: environment.limit, wait: environment.wait)
            let page: Changes?
            do { page = try await client.listChanges(query) } catch let error as APIError where error.code == .resyncRequired { page = nil }
            isNews = page.map { !$0.isEmpty } ?? true
            try await serialQueue.run { [self] in
                try await take(page, asked, answers, files)
                if base.state.phase != .idle { try await pass(files) }
            }
            // If too many long polls are open, the server answers at once and says when to retry.
            if let seconds = page?.retryAfter { try await environment.sleep(Double(seconds)) }
        }
        // If the server answers early without changes for any other reason, wait a second, so that the loop doesn't
        // spin.
        if !isNews, environment.now().timeIntervalSince(began) < 1 { try await environment.sleep(1) }
        return .synced
    }

    /// Returns the seconds until a write may be sent; at most a day.
    private func secondsUntilDue(_ files: Files) async throws -> TimeInterval {
        let waiting = try await files.outbox.due(now: environment.now())
        if entries.contains(where: { $0.answer != nil }) { return 0 }
        return min(86_400, waiting ?? 86_400)
    }

    /// Waits as `pause` does. While it waits, it refreshes the displayed data at each time at which the passing of time
    /// changes it: when a room becomes archived, or a position advances. That needs no network.
    private func pauseShowing(for seconds: TimeInterval) async {
        let end = environment.now().addingTimeInterval(seconds)
        while !Task.isCancelled {
            let (left, moment) = (end.timeIntervalSince(environment.now()), now)
            let next = areas.compactMap { $0.nextMoment(after: moment) }.min().map { max($0.timeIntervalSince(moment), 0.001) }
            guard let next, next < left else { return await pause(for: left) }
            await pause(for: next)
            if now < moment.addingTimeInterval(next) { return }
            try? await refresh()
        }
    }

    /// Waits for a number of seconds, or until `signal` is called.
    private func pause(for seconds: TimeInterval) async {
        if isWoken {
            isWoken = false
            return
        }
        let (signals, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wake = wake
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.environment.sleep(seconds) }
            group.addTask { for await _ in signals { break } }
            await group.next()
            group.cancelAll()
        }
        (self.wake, isWoken) = (nil, false)
    }
}

extension Changes {
    /// Whether the page contains no changes.
    fileprivate var isEmpty: Bool { ReplicaAreas.parts.allSatisfy { $0.isEmpty(in: self) } }
}
