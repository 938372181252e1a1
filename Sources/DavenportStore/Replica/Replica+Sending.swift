import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Sends the waiting writes in order, until one gets no answer.
    /// - Throws: an error that ends the session, or an error of the files. A missing answer is no error here.
    func send(_ files: Files, patiently: Bool) async throws {
        while case .send(let entry) = try await files.outbox.take(now: environment.now(), patiently: patiently) {
            try environment.pass(.leased)
            let goesOn = try await send(entry, files)
            try environment.pass(.noted)
            try await refresh()
            if !goesOn { return }
        }
    }

    /// Sends one write.
    /// - Returns: whether the next write may be sent.
    private func send(_ entry: OutboxEntry, _ files: Files) async throws -> Bool {
        do {
            try await perform(entry.action)
            try environment.pass(.answered)
            try await files.outbox.answered(entry)
            return true
        } catch let error as APIError {
            try environment.pass(.answered)
            return try await settle(entry, error, files)
        }
    }

    /// Handles the error that a write was answered with.
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
        if entry.action.wantsGone, problem.code == .notFound {
            try await files.outbox.answered(entry)
        } else if problem.code == .roomExists, case .createRoom(let room) = entry.action, let made = room.id, let existing = problem.roomID
        {
            try await files.outbox.answered(entry, becoming: existing)
            successors[made] = existing
            let held = openRooms.removeValue(forKey: made)
            openRooms[existing, default: OpenRoom(store: held?.store)].other = held?.store
        } else if case .markWatched(let mark) = entry.action, mark.watchedAt != nil, problem.isAbout("watchedAt") {
            // The device's clock is ahead of the server's, so send the mark without a time: the server uses its own.
            try await files.outbox.replace(entry, by: .markWatched(WatchedMark(roomID: mark.roomID)))
        } else {
            try await files.outbox.failed(entry, .refused(problem))
        }
        return true
    }

    private func wait(_ entry: OutboxEntry, retryAfter: TimeInterval?, _ files: Files) async throws -> Bool {
        try await files.outbox.unanswered(
            entry, now: environment.now(), serverNow: now, retryAfter: retryAfter, random: environment.random())
    }

    private func perform(_ action: Write.Action) async throws {
        // The outbox retries, with its own back-off.
        let client = client.sendingOnce
        switch action {
        case .createRoom(let room): _ = try await client.createRoom(room)
        case .createComment(let comment): _ = try await client.createComment(comment)
        case .editComment(let change): _ = try await client.editComment(change)
        case .deleteComment(let reference): _ = try await client.deleteComment(reference)
        case .markWatched(let mark): _ = try await client.markWatched(mark)
        case .unmarkWatched(let reference): _ = try await client.unmarkWatched(reference)
        case .markRead(let mark, _): _ = try await client.markRead(mark)
        case .leaveRoom(let reference): _ = try await client.leaveRoom(reference)
        }
    }
}

extension Problem {
    /// Whether the problem names this field as invalid.
    fileprivate func isAbout(_ field: String) -> Bool { errors?.contains { $0.field == field } == true }
}
