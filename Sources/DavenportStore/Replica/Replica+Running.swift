import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Why waiting is over.
    private enum Waited {
        /// The server has told what has changed, and it is here.
        case told
        /// Something is to be sent, or to be shown otherwise.
        case due
    }

    /// Keeps the copy up to date, and sends what is written, until the task is cancelled. Without network it tries again after 1, 2, 4 …
    /// 60 seconds, and at once when `networkIsBack` says so.
    public func run() async {
        var (failures, isCurrent) = (0, false)
        while !Task.isCancelled {
            do {
                let isPatient = !isImpatient
                isImpatient = false
                if !isCurrent { try await serialQueue.take { [self] in try await syncNow(patiently: isPatient) } }
                failures = 0
                isCurrent = try await wait() == .told
            } catch {
                (failures, isCurrent) = (failures + 1, false)
                await pause(for: Pauses(longest: 60).pause(after: failures, random: environment.random()))
            }
        }
    }

    /// There is a network again: what waits for one needn't wait longer.
    public func networkIsBack() {
        isImpatient = true
        signal()
    }

    /// The app is in front again: what other processes have written meanwhile is shown, and the server is asked.
    /// - Throws: what the disk says.
    public func becameActive() async throws {
        _ = try await opened()
        try await lookForOthers()
        networkIsBack()
    }

    /// Ends waiting.
    func signal() {
        isWoken = true
        wake?.yield()
    }

    /// Waits for whatever comes first: the server's news, a write, or a moment at which something is due.
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
                await self.pause(for: seconds)
                return .due
            }
            return try await group.next() ?? .due
        }
    }

    /// Asks the server to answer when something has changed.
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
            try await serialQueue.take { [self] in
                try await take(page, asked, answers, files)
                if base.state.phase != .idle { try await pass(files) }
            }
            // Too many wait: the server answers at once, and says when to come again.
            if let seconds = page?.retryAfter { try await environment.sleep(Double(seconds)) }
        }
        // Whatever else makes it answer early without news, it isn't asked all the time.
        if !isNews, environment.now().timeIntervalSince(began) < 1 { try await environment.sleep(1) }
        return .told
    }

    /// In how many seconds a write may be sent, or a room goes to the archive; a day at most.
    private func secondsUntilDue(_ files: Files) async throws -> TimeInterval {
        var seconds: TimeInterval = 86_400
        let (waiting, moment) = (try await files.outbox.due(now: environment.now()), now)
        if let waiting { seconds = min(seconds, waiting) }
        if entries.contains(where: { $0.answer != nil }) { return 0 }
        for room in rooms.items where !room.archived {
            if let archivesAt = room.archivesAt { seconds = min(seconds, max(archivesAt.timeIntervalSince(moment), 0.001)) }
        }
        return seconds
    }

    /// Waits for so many seconds, or until something is to be done.
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
    /// Whether it tells nothing.
    fileprivate var isEmpty: Bool {
        let counts = [
            rooms?.items.count, rooms?.removed.count, comments?.items.count, comments?.removed.count, assignments?.items.count,
            assignments?.removed.count, entries?.items.count, entries?.removed.count, challenges?.items.count, challenges?.removed.count,
            plays?.items.count, plays?.removed.count,
        ]
        let documents: [Any?] = [me, friends, blocks, notifications, mutes, dashboard]
        return counts.allSatisfy { ($0 ?? 0) == 0 } && documents.allSatisfy { $0 == nil }
    }
}
