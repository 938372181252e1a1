import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Sends the waiting writes and runs one sync pass. Afterwards the copy contains everything that the server had
    /// when the pass began.
    /// - Throws: `APIError` if there is no network, `ReplicaError.loggedOut`, or an error of the files. Completed steps
    ///   stay.
    public func sync() async throws {
        try await serialQueue.run { [self] in try await syncNow(patiently: false) }
    }

    /// Sends and syncs, on the serial queue.
    /// - Parameter patiently: whether to respect the back-off of a write whose last attempt failed.
    func syncNow(patiently: Bool) async throws {
        try await guarded { [self] files in
            try await reloadIfChanged()
            try await identify(files)
            try await send(files, patiently: patiently)
            let isResumed = base.state.phase != .idle
            try await pass(files)
            // Answers that arrived after an interrupted pass began are part of the next pass only.
            if isResumed { try await pass(files) }
        }
    }

    /// Runs work with the files, and handles an ended session and damaged files.
    func guarded(_ body: @escaping @MainActor (Files) async throws -> Void) async throws {
        let files = try await opened()
        do {
            try await body(files)
            if isLoggedOut { isLoggedOut = false }
        } catch let error as APIError where error.code == .unauthenticated {
            try await forget(files)
            throw ReplicaError.loggedOut
        } catch  where DatabaseFile.isDamage(error) {
            try? files.replica.close()
            try? files.outbox.close()
            self.files = nil
            wasRebuilt = true
            throw error
        }
    }

    /// Finds out whose session it is, once per token, so that the writes of another person aren't sent for this one.
    func identify(_ files: Files) async throws {
        guard let token = try await client.currentToken() else { throw ReplicaError.loggedOut }
        if token == knownToken { return }
        let id = try await client.showMe().id
        try await files.outbox.claim(for: id, now: environment.now())
        if let before = base.state.userID, before != id { try await files.replica.erase() }
        knownToken = token
        try await reload()
    }

    /// Handles the end of the session: deletes the copy, and keeps the waiting writes for the next log-in.
    func forget(_ files: Files) async throws {
        (knownToken, isLoggedOut) = (nil, true)
        try await files.outbox.waitForLogIn(now: environment.now())
        try await files.replica.erase()
        try await reload()
    }

    /// Runs a pass to its end, or the rest of an interrupted one.
    func pass(_ files: Files) async throws {
        while true {
            let asked = base.state
            if asked.phase == .listing {
                if try await end(asked, files) { return }
                try await reload()
                continue
            }
            let answers = try await files.outbox.answers()
            let page = try await page(asked)
            try environment.reach(.received)
            try await take(page, asked, answers, files)
        }
    }

    /// Applies a page. If another process has changed the copy since the page was requested, loads that process's
    /// changes instead.
    /// - Parameters:
    ///   - page: nil if the server can't list the changes since the cursor.
    ///   - answers: the answers that were counted before the page was requested.
    func take(_ page: Changes?, _ asked: ReplicaState, _ answers: AnswerCount, _ files: Files) async throws {
        try await shielded { [self] in
            let effect =
                if let page {
                    try await files.replica.apply(page, asked: asked, after: answers, now: environment.now())
                } else {
                    try await files.replica.beginAnew(asked)
                }
            guard let effect else { return try await reload() }
            try environment.reach(.applied)
            try await take(effect)
        }
    }

    /// Fetches a page of changes.
    /// - Returns: nil if the server can't list the changes since the cursor.
    private func page(_ asked: ReplicaState) async throws -> Changes? {
        do {
            return try await client.listChanges(ChangesQuery(since: asked.cursor, limit: environment.limit))
        } catch let error as APIError where asked.cursor != nil && (error.code == .resyncRequired || error.code == .invalid) {
            return nil
        }
    }

    /// Fetches the threads that no page contained, and ends the pass.
    /// - Returns: false if another process was faster.
    private func end(_ asked: ReplicaState, _ files: Files) async throws -> Bool {
        let open = areas.flatMap { $0.threads }.reduce(into: Set<UUID>()) { $0.formUnion($1.ids) }
        for threads in ReplicaAreas.threads {
            for id in try await files.replica.missing(threads, asked, open: open, now: now) {
                guard try await readList(of: id, threads, files) else { return false }
            }
        }
        let moment = now
        return try await shielded { [self] in
            guard let effect = try await files.replica.end(asked, now: moment) else { return false }
            try environment.reach(.ended)
            if let answers = effect.state.endedAfter { try await files.outbox.removeAnswered(upTo: answers) }
            try environment.reach(.removed)
            if asked.isFull { try await reload() } else { try await take(effect) }
            return true
        }
    }
}
