import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Sends what waits, and runs one pass: then everything is here that the server had when the pass began.
    /// - Throws: `APIError` where there is no network, `ReplicaError.loggedOut`, or what the disk says. What was done stays.
    public func sync() async throws {
        try await serialQueue.take { [self] in try await syncNow(patiently: false) }
    }

    /// - Parameter patiently: whether a write that was tried in vain a moment ago is left alone for now.
    func syncNow(patiently: Bool) async throws {
        try await guarded { [self] files in
            try await lookForOthers()
            try await identify(files)
            try await send(files, patiently: patiently)
            let isResumed = base.state.phase != .idle
            try await pass(files)
            // What was answered since a pass began that had been broken off comes with the next one.
            if isResumed { try await pass(files) }
        }
    }

    /// Does something with the files, and what is to be done where the server or the disk is through with them.
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

    /// Looks whose session it is, once for each token: what another person has left is not sent for this one.
    func identify(_ files: Files) async throws {
        guard let token = try await client.currentToken() else { throw ReplicaError.loggedOut }
        if token == knownToken { return }
        let id = try await client.showMe().id
        try await files.outbox.claim(for: id, now: environment.now())
        if let before = base.state.userID, before != id { try await files.replica.erase() }
        knownToken = token
        try await reload()
    }

    /// The session is over.
    private func forget(_ files: Files) async throws {
        (knownToken, isLoggedOut) = (nil, true)
        try await files.outbox.waitForLogIn(now: environment.now())
        try await files.replica.erase()
        try await reload()
    }

    /// Runs a pass to its end, or the rest of one that was broken off.
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
            try environment.pass(.told)
            try await take(page, asked, answers, files)
        }
    }

    /// Takes a page that was asked for; where another process was faster, what that one has written instead.
    /// - Parameters:
    ///   - page: nil where the server can't tell what has changed.
    ///   - answers: those that were counted before it was asked for.
    func take(_ page: Changes?, _ asked: ReplicaState, _ answers: AnswerCount, _ files: Files) async throws {
        try await shielded { [self] in
            let effect =
                if let page {
                    try await files.replica.apply(page, asked: asked, after: answers, now: environment.now())
                } else {
                    try await files.replica.beginAnew(asked)
                }
            guard let effect else { return try await reload() }
            try environment.pass(.applied)
            try await take(effect)
        }
    }

    /// - Returns: nil where the server can't tell what has changed.
    private func page(_ asked: ReplicaState) async throws -> Changes? {
        do {
            return try await client.listChanges(ChangesQuery(since: asked.cursor, limit: environment.limit))
        } catch let error as APIError where asked.cursor != nil && (error.code == .resyncRequired || error.code == .invalid) {
            return nil
        }
    }

    /// Reads what no page has told, and ends the pass.
    /// - Returns: false where another process was faster.
    private func end(_ asked: ReplicaState, _ files: Files) async throws -> Bool {
        for id in try await files.replica.missing(asked, open: Set(openRooms.keys), now: now) {
            guard try await readList(of: id, files) else { return false }
        }
        let moment = now
        return try await shielded { [self] in
            guard let effect = try await files.replica.end(asked, now: moment) else { return false }
            try environment.pass(.ended)
            if let answers = effect.state.endedAfter { try await files.outbox.removeAnswered(upTo: answers) }
            try environment.pass(.removed)
            if asked.isFull { try await reload() } else { try await take(effect) }
            return true
        }
    }
}
