import DavenportAPI
import Foundation
import GRDB

/// Says which write to send next, and when.
enum NextSend: Sendable {
    /// Send this write. The caller holds its lease, so no other process sends it.
    case send(OutboxEntry)
    /// Try again after this many seconds: another process is sending, or the last attempt was too recent.
    case later(TimeInterval)
    /// The outbox has nothing to send.
    case nothing
}

/// Records which process is sending the first write, and since when.
private struct SendingLease: Codable {
    let holder: String
    let since: Date
}

extension OutboxFile {
    /// How long a process may hold the lease, in seconds.
    private static let lease: TimeInterval = 60
    /// The time for which a write that gets no answer is sent again and again, in seconds: 30 days. Then it fails.
    static let waitLimit: TimeInterval = 30 * 86_400

    /// Takes the first waiting write and its lease. Until it is answered, no other write is sent.
    /// - Parameters:
    ///   - now: the device's time.
    ///   - patiently: whether to respect the outbox's own back-off. A pause that the server asked for is always
    ///     respected.
    func take(now: Date, patiently: Bool) async throws -> NextSend {
        try await database.write { db in
            guard let first = try self.entries(db).first(where: { $0.isWaiting }) else { return .nothing }
            if let pause = try self.pause(before: first, now: now, patiently: patiently, db) { return .later(pause) }
            try Self.setValue(SendingLease(holder: self.holder, since: now), "lease", db)
            try db.execute(
                sql: "UPDATE writes SET attempts = attempts + 1, attempted_at = ? WHERE id = ?",
                arguments: [now.timeIntervalSinceReferenceDate, first.id])
            return .send(first)
        }
    }

    /// The seconds until the first waiting write may be sent; nil if none waits.
    func due(now: Date) async throws -> TimeInterval? {
        try await database.read { db in
            guard let first = try self.entries(db).first(where: { $0.isWaiting }) else { return nil }
            return try self.pause(before: first, now: now, patiently: true, db) ?? 0
        }
    }

    /// The seconds that a write still has to wait, because another process is sending or the last attempt was too
    /// recent.
    private func pause(before first: OutboxEntry, now: Date, patiently: Bool, _ db: Database) throws -> TimeInterval? {
        if let lease: SendingLease = try Self.value("lease", db), lease.holder != holder, Self.isAlive(lease.holder) {
            let elapsed = now.timeIntervalSince(lease.since)
            // If the clock was set back, the lease's age is unknown.
            if 0..<Self.lease ~= elapsed { return Self.lease - elapsed }
        }
        let row = try Row.fetchOne(
            db, sql: "SELECT attempted_at, pause, pause_is_required FROM writes WHERE id = ?", arguments: [first.id])
        guard let row, let attempted: Double = row[0], patiently || row[2] else { return nil }
        let elapsed = now.timeIntervalSinceReferenceDate - attempted
        return elapsed >= 0 && elapsed < row[1] ? row[1] - elapsed : nil
    }

    /// Records the server's answer to a write.
    /// - Parameter rewriting: how the waiting writes of the same area change.
    func answered(_ entry: OutboxEntry, rewriting: Rewriting? = nil) async throws {
        try await database.write { db in
            let answers = try (Self.value("answers", db) ?? 0) + 1
            try Self.setValue(answers, "answers", db)
            try db.execute(sql: "UPDATE writes SET answer = ? WHERE id = ?", arguments: [answers, entry.id])
            try Self.removeValue("lease", db)
            guard let rewriting else { return }
            for other in try self.entries(db) where other.id >= entry.id {
                if let action = rewriting(other.action) { try Self.setAction(action, of: other.id, db) }
            }
        }
    }

    /// Replaces a write that the server refused, and lets it be sent again.
    func replace(_ entry: OutboxEntry, by action: any AreaWrite) async throws {
        try await database.write { db in
            try Self.setAction(action, of: entry.id, db)
            try Self.removeValue("lease", db)
        }
    }

    /// Records that the server gave no answer or is busy. If the server asks for a pause, `retryAfter` is its length in seconds.
    /// - Parameter random: a factor from 0.8 to 1.2, so that not all clients return at once.
    /// - Returns: whether the write expired, after 30 days.
    @discardableResult
    func unanswered(_ entry: OutboxEntry, now: Date, serverNow: Date, retryAfter: TimeInterval?, random: Double) async throws -> Bool {
        if serverNow.timeIntervalSince(entry.writtenAt) > Self.waitLimit {
            try await failed(entry, .expired)
            return true
        }
        try await database.write { db in
            let attempts = try Int.fetchOne(db, sql: "SELECT attempts FROM writes WHERE id = ?", arguments: [entry.id]) ?? 1
            let pause = retryAfter ?? Pauses(longest: 300).pause(after: attempts, random: random)
            try db.execute(
                sql: "UPDATE writes SET attempted_at = ?, pause = ?, pause_is_required = ? WHERE id = ?",
                arguments: [now.timeIntervalSinceReferenceDate, pause, retryAfter != nil, entry.id])
            try Self.removeValue("lease", db)
        }
        return false
    }

    /// Records that the server refused a write. It stays in the outbox, and the writes that depend on it fail too.
    func failed(_ entry: OutboxEntry, _ failure: Write.Failure) async throws {
        try await database.write { db in
            try self.fail(entry, failure, db)
            try Self.removeValue("lease", db)
        }
    }

    /// Marks a write as failed, and with it the waiting writes that depend on it.
    func fail(_ entry: OutboxEntry, _ failure: Write.Failure, _ db: Database) throws {
        var lost = [entry]
        for other in try entries(db) where other.id > entry.id && other.isWaiting {
            if lost.contains(where: { other.action.buildsOn(any: $0.action) }) { lost.append(other) }
        }
        for other in lost { try Self.setFailure(failure, of: other.id, with: other.id == entry.id ? nil : entry.id, db) }
    }

    /// Lets a failed write, and the writes that failed with it, be sent again.
    /// - Parameters:
    ///   - text: the new text of a write that has one.
    ///   - moment: the current time, by the server's clock.
    func retry(_ id: Int64, saying text: String? = nil, at moment: Date) async throws {
        try await database.write { db in
            guard let entry = try self.entries(db).first(where: { $0.id == id && $0.failure != nil }) else { return }
            if let text, let action = entry.action.saying(text) { try Self.setAction(action, of: id, db) }
            try db.execute(
                sql: """
                    UPDATE writes SET failure = NULL, failed_with = NULL, attempted_at = NULL, pause = 0, pause_is_required = 0
                    WHERE id = ? OR failed_with = ?
                    """, arguments: [id, id])
            // A refused write never reached the server's data. An expired one may have; it gets another 30 days.
            if entry.failure == .expired {
                try db.execute(
                    sql: "UPDATE writes SET written_at = ? WHERE id = ?", arguments: [moment.timeIntervalSinceReferenceDate, id])
            } else {
                try db.execute(sql: "UPDATE writes SET attempts = 0 WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Deletes a failed write, and the writes that failed with it.
    func discard(_ id: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM writes WHERE failure IS NOT NULL AND (id = ? OR failed_with = ?)", arguments: [id, id])
        }
    }

    /// Whether the process that holds the lease is still running. A process that can't be checked counts as running.
    private static func isAlive(_ holder: String) -> Bool {
        guard let process = holder.split(separator: ":").first.flatMap({ pid_t($0) }) else { return false }
        return kill(process, 0) == 0 || errno != ESRCH
    }
}

/// Exponential back-off: 1, 2, 4 … seconds, each varied by up to a fifth at random.
struct Pauses: Sendable {
    /// The longest pause, in seconds.
    let longest: TimeInterval

    /// Returns the pause before the next attempt, in seconds.
    /// - Parameters:
    ///   - attempts: the number of attempts so far, 1 or more.
    ///   - random: a factor from 0.8 to 1.2.
    func pause(after attempts: Int, random: Double) -> TimeInterval {
        min(Double(1 << min(max(attempts - 1, 0), 30)), longest) * random
    }
}
