import DavenportAPI
import Foundation
import GRDB

/// What a sender is told about the next write.
enum NextSend: Sendable, Equatable {
    /// This is to be sent now, and nobody else sends it.
    case send(OutboxEntry)
    /// After so many seconds: another process is at it, or it was tried a moment ago.
    case later(TimeInterval)
    /// Nothing waits.
    case nothing
}

/// Who sends the first write, and since when.
private struct Lease: Codable {
    let holder: String
    let since: Date
}

extension OutboxFile {
    /// How long somebody has the first write for themselves, in seconds.
    private static let lease: TimeInterval = 60
    /// How long it is tried to deliver a write, in seconds: 30 days.
    static let waitLimit: TimeInterval = 30 * 86_400

    /// Takes the first write that waits. It holds up all others.
    /// - Parameters:
    ///   - now: the device's time.
    ///   - patiently: whether a pause of our own is waited for. One that the server asks for always is.
    func take(now: Date, patiently: Bool) async throws -> NextSend {
        try await database.write { db in
            guard let first = try self.entries(db).first(where: { $0.isWaiting }) else { return .nothing }
            if let pause = try self.pause(before: first, now: now, patiently: patiently, db) { return .later(pause) }
            try Self.setValue(Lease(holder: self.holder, since: now), "lease", db)
            try db.execute(
                sql: "UPDATE writes SET attempts = attempts + 1, attempted_at = ? WHERE id = ?",
                arguments: [now.timeIntervalSinceReferenceDate, first.id])
            return .send(first)
        }
    }

    /// In how many seconds the first write may be sent; nil where none waits.
    func due(now: Date) async throws -> TimeInterval? {
        try await database.read { db in
            guard let first = try self.entries(db).first(where: { $0.isWaiting }) else { return nil }
            return try self.pause(before: first, now: now, patiently: true, db) ?? 0
        }
    }

    /// For how many seconds a write is still to be left alone: another process is at it, or it was tried a moment ago.
    private func pause(before first: OutboxEntry, now: Date, patiently: Bool, _ db: Database) throws -> TimeInterval? {
        if let lease: Lease = try Self.value("lease", db), lease.holder != holder, Self.isAlive(lease.holder) {
            let elapsed = now.timeIntervalSince(lease.since)
            // A clock that was set back says nothing about how long it has been.
            if 0..<Self.lease ~= elapsed { return Self.lease - elapsed }
        }
        let row = try Row.fetchOne(
            db, sql: "SELECT attempted_at, pause, pause_is_told FROM writes WHERE id = ?", arguments: [first.id])
        guard let row, let attempted: Double = row[0], patiently || row[2] else { return nil }
        let elapsed = now.timeIntervalSinceReferenceDate - attempted
        return elapsed >= 0 && elapsed < row[1] ? row[1] - elapsed : nil
    }

    /// The server has done it.
    /// - Parameter roomID: the room that exists instead of the one that was to be made: what waits for that goes there.
    func answered(_ entry: OutboxEntry, becoming roomID: UUID? = nil) async throws {
        try await database.write { db in
            let answers = try (Self.value("answers", db) ?? 0) + 1
            try Self.setValue(answers, "answers", db)
            try db.execute(sql: "UPDATE writes SET answer = ? WHERE id = ?", arguments: [answers, entry.id])
            try Self.removeValue("lease", db)
            guard let roomID, let old = entry.action.roomID else { return }
            for other in try self.entries(db) where other.id >= entry.id && other.action.roomID == old {
                try Self.setAction(other.action.moved(from: old, to: roomID), of: other.id, db)
            }
        }
    }

    /// It is to be sent again, and may be another from now on where the server has said that it wasn't done.
    func replace(_ entry: OutboxEntry, by action: Write.Action) async throws {
        try await database.write { db in
            try Self.setAction(action, of: entry.id, db)
            try Self.removeValue("lease", db)
        }
    }

    /// There was no answer, or the server is busy.
    /// - Parameters:
    ///   - told: how long the server wants one to wait, in seconds.
    ///   - random: 0.8 to 1.2, so that not everybody comes back at once.
    /// - Returns: whether it is given up, after 30 days.
    @discardableResult
    func unanswered(_ entry: OutboxEntry, now: Date, serverNow: Date, told: TimeInterval?, random: Double) async throws -> Bool {
        if serverNow.timeIntervalSince(entry.writtenAt) > Self.waitLimit {
            try await failed(entry, .expired)
            return true
        }
        try await database.write { db in
            let attempts = try Int.fetchOne(db, sql: "SELECT attempts FROM writes WHERE id = ?", arguments: [entry.id]) ?? 1
            let pause = told ?? Pauses(longest: 300).pause(after: attempts, random: random)
            try db.execute(
                sql: "UPDATE writes SET attempted_at = ?, pause = ?, pause_is_told = ? WHERE id = ?",
                arguments: [now.timeIntervalSinceReferenceDate, pause, told != nil, entry.id])
            try Self.removeValue("lease", db)
        }
        return false
    }

    /// The server has refused it: it stays, and with it what builds on it.
    func failed(_ entry: OutboxEntry, _ failure: Write.Failure) async throws {
        let body = try JSONEncoder().encode(failure)
        try await database.write { db in
            var lost = [entry]
            for other in try self.entries(db) where other.id > entry.id && other.isWaiting {
                if lost.contains(where: { other.action.buildsOn($0.action) }) { lost.append(other) }
            }
            for other in lost {
                try db.execute(
                    sql: "UPDATE writes SET failure = ?, failed_with = ? WHERE id = ?",
                    arguments: [body, other.id == entry.id ? nil : entry.id, other.id])
            }
            try Self.removeValue("lease", db)
        }
    }

    /// Sends what has failed once more, with what failed with it.
    /// - Parameters:
    ///   - text: what a comment shall say instead.
    ///   - moment: now, by the server's clock.
    func retry(_ id: Int64, saying text: String? = nil, at moment: Date) async throws {
        try await database.write { db in
            guard let entry = try self.entries(db).first(where: { $0.id == id && $0.failure != nil }) else { return }
            if let text, let action = entry.action.saying(text) { try Self.setAction(action, of: id, db) }
            try db.execute(
                sql: """
                    UPDATE writes SET failure = NULL, failed_with = NULL, attempted_at = NULL, pause = 0, pause_is_told = 0
                    WHERE id = ? OR failed_with = ?
                    """, arguments: [id, id])
            // What was refused has never been there. What was given up may have arrived, and has its 30 days once more.
            if entry.failure == .expired {
                try db.execute(
                    sql: "UPDATE writes SET written_at = ? WHERE id = ?", arguments: [moment.timeIntervalSinceReferenceDate, id])
            } else {
                try db.execute(sql: "UPDATE writes SET attempts = 0 WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Forgets what has failed, with what failed with it.
    func discard(_ id: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM writes WHERE failure IS NOT NULL AND (id = ? OR failed_with = ?)", arguments: [id, id])
        }
    }

    /// Another process that has ended holds nothing. What can't be seen counts as alive.
    private static func isAlive(_ holder: String) -> Bool {
        guard let process = holder.split(separator: ":").first.flatMap({ pid_t($0) }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}

extension Write.Action {
    /// The same comment or edit with another text; nil for what has none.
    func saying(_ text: String) -> Self? {
        switch self {
        case .createComment(let comment):
            .createComment(
                NewComment(roomID: comment.roomID, id: comment.id, seconds: comment.seconds, content: text, literal: comment.literal))
        case .editComment(let change):
            .editComment(
                CommentChange(
                    roomID: change.roomID, commentID: change.commentID, content: text, seconds: change.seconds, literal: change.literal))
        default: nil
        }
    }
}

/// Pauses that double: 1, 2, 4 … seconds, each a fifth shorter or longer by chance.
struct Pauses: Sendable {
    /// In seconds.
    let longest: TimeInterval

    /// - Parameters:
    ///   - attempts: how often it was tried, 1 or more.
    ///   - random: 0.8 to 1.2.
    func pause(after attempts: Int, random: Double) -> TimeInterval {
        min(Double(1 << min(max(attempts - 1, 0), 30)), longest) * random
    }
}
