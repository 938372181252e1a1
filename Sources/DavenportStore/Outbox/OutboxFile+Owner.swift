import Foundation
import GRDB

// Whose writes the outbox holds. Rows without an owner belong to the person of the current session. Rows with an owner
// wait for that person's next log-in, and nobody else sees them.

extension OutboxFile {
    /// Assigns the outbox to a person. The writes of another person stay for that person. A write that has waited too
    /// long for a log-in fails instead of being sent, so that its author decides about it.
    func claim(for owner: UUID, now: Date) async throws {
        try await database.write { db in
            let before: UUID? = try Self.value("owner", db)
            let wasLoggedOut = try Self.value("loggedOut", db) as Date? != nil
            try Self.setValue(owner, "owner", db)
            try Self.removeValue("loggedOut", db)
            guard wasLoggedOut || before != owner else { return }
            if let before, before != owner {
                try db.execute(sql: "UPDATE writes SET owner = ? WHERE owner IS NULL", arguments: [before.uuidString])
            }
            try db.execute(sql: "UPDATE writes SET owner = NULL WHERE owner = ?", arguments: [owner.uuidString])
            let isOld = { (entry: OutboxEntry) in entry.isWaiting && now.timeIntervalSince(entry.writtenAt) > Self.waitLimit }
            while let entry = try self.entries(db).first(where: isOld) { try self.fail(entry, .expired, db) }
        }
    }

    /// Records that the session has ended. The writes wait for the next log-in.
    func waitForLogIn(now: Date) async throws {
        try await database.write { db in
            try Self.removeValue("lease", db)
            if try Self.value("loggedOut", db) as Date? == nil { try Self.setValue(now, "loggedOut", db) }
        }
    }

    /// What is left of the outbox after its person has logged out.
    enum Remainder {
        /// Nothing: the file may be deleted. From now on `add` throws.
        case nothing
        /// Writes of other people, who will log in again.
        case others
        /// This many writes that the person didn't know of when they logged out.
        case late(Int)
    }

    /// Deletes the writes of a person who logs out.
    /// - Parameter known: the unanswered writes that the person has agreed to lose. A later one stays, and waits for the
    ///   next log-in.
    func logOut(losing known: Set<Int64>, now: Date) async throws -> Remainder {
        try await database.write { db in
            var late = 0
            for entry in try self.entries(db) {
                if entry.answer == nil, !known.contains(entry.id) { late += 1 } else { try Self.delete(entry.id, db) }
            }
            try Self.removeValue("lease", db)
            if late > 0 {
                try Self.setValue(now, "loggedOut", db)
                return .late(late)
            }
            try Self.removeValue("owner", db)
            if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM writes)") == true { return .others }
            try Self.setValue(true, "isClosed", db)
            return .nothing
        }
    }
}
