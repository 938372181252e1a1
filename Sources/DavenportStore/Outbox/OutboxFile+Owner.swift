import Foundation
import GRDB

extension OutboxFile {
    /// Assigns the outbox to a person. The writes of another person are deleted, and so are writes that waited too long
    /// for a log-in.
    func claim(for owner: UUID, now: Date) async throws {
        try await database.write { db in
            let before: UUID? = try Self.value("owner", db)
            let loggedOut: Date? = try Self.value("loggedOut", db)
            let isOld = loggedOut.map { now.timeIntervalSince($0) > Self.waitLimit } ?? false
            if before != nil, before != owner || isOld { try db.execute(sql: "DELETE FROM writes") }
            try Self.setValue(owner, "owner", db)
            try Self.removeValue("loggedOut", db)
        }
    }

    /// Records that the session has ended. The writes wait for the next log-in.
    func waitForLogIn(now: Date) async throws {
        try await database.write { db in
            try Self.removeValue("lease", db)
            if try Self.value("loggedOut", db) as Date? == nil { try Self.setValue(now, "loggedOut", db) }
        }
    }
}
