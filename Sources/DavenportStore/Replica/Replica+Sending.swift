import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Sends what waits, one after the other, until one has no answer.
    /// - Throws: what ends the session or comes from the disk; that there was no answer is no error here.
    func send(_ files: Files, patiently: Bool) async throws {
        while case .send(let entry) = try await files.outbox.take(now: environment.now(), patiently: patiently) {
            try environment.pass(.leased)
            let goesOn = try await send(entry, files)
            try environment.pass(.noted)
            try await refresh()
            if !goesOn { return }
        }
    }

    /// - Returns: whether the next may be sent.
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

    /// - Returns: whether the next may be sent.
    private func settle(_ entry: OutboxEntry, _ error: APIError, _ files: Files) async throws -> Bool {
        guard case .problem(let problem, let retryAfter) = error else {
            // Of what doesn't answer as the API does, nothing follows: it may be the network of a hotel.
            return try await wait(entry, told: nil, files)
        }
        switch problem.status {
        case 401: throw error
        case 408, 429, 500...: return try await wait(entry, told: retryAfter.map { Double($0.components.seconds) }, files)
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
            // The device's clock is ahead of the server's: the mark is of the server's now.
            try await files.outbox.replace(entry, by: .markWatched(WatchedMark(roomID: mark.roomID)))
        } else {
            try await files.outbox.failed(entry, .refused(problem))
        }
        return true
    }

    private func wait(_ entry: OutboxEntry, told: TimeInterval?, _ files: Files) async throws -> Bool {
        try await files.outbox.unanswered(
            entry, now: environment.now(), serverNow: now, told: told, random: environment.random())
    }

    private func perform(_ action: Write.Action) async throws {
        // Repeating is the outbox's, with pauses of its own.
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
    /// Whether this field is what is wrong.
    fileprivate func isAbout(_ field: String) -> Bool { errors?.contains { $0.field == field } == true }
}
