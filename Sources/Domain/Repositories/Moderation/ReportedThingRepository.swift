import DavenportAPI
import Foundation
import Postgres

/// What a report is about.
enum ReportedKind: String, PostgresCodable, Sendable {
    case comment, room, person
}

/// A thing that is being reported, with the evidence that isn't a comment.
struct ReportedThing: Sendable {
    let kind: ReportedKind
    let id: UUID
    /// The person concerned; nil if the account is deleted.
    let personID: UUID?
    var roomTitle: String?
    /// The user who gave the room its title.
    var roomTitleBy: UUID?
    var username: String?
}

/// Comments that are copied as the evidence of a report.
struct ReportedComments: Sendable {
    let ids: [UUID]
    /// The user who must see the comments.
    let viewerID: UUID
    /// The room that must have the comments; nil for any room.
    var roomID: UUID?
}

/// Reads what a user reports, as they see it, and copies the evidence.
struct ReportedThingRepository: Sendable {
    let transaction: TenantTransaction
    let things: ReportableThings?

    init(_ transaction: TenantTransaction, _ things: ReportableThings?) {
        (self.transaction, self.things) = (transaction, things)
    }

    /// Returns the comment.
    /// - Throws: `notFound` if the user doesn't see it.
    func comment(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let things, let row = try await transaction.query(things.comments(transaction, [id], viewerID)).first else {
            throw Problem(.notFound)
        }
        return ReportedThing(kind: .comment, id: id, personID: try row["author_id"])
    }

    /// Returns the room.
    /// - Throws: `notFound` if the user doesn't see it.
    func room(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let things, let row = try await transaction.query(things.room(transaction, id, viewerID)).first else {
            throw Problem(.notFound)
        }
        let creator: UUID = try row["created_by"]
        let isKnown = try await AccountRepository(transaction).stubs([creator]).count == 1
        return ReportedThing(
            kind: .room, id: id, personID: try row["host_id"], roomTitle: try row["title"], roomTitleBy: isKnown ? creator : nil)
    }

    /// Returns the person.
    /// - Throws: `notFound` if the user doesn't see them.
    func person(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let found = try await MemberRepository(transaction).person(id, seenBy: viewerID) else { throw Problem(.notFound) }
        return ReportedThing(kind: .person, id: id, personID: id, username: found.user.username)
    }

    /// Copies those of some comments that the user sees as the evidence of a report.
    /// - Returns: the number of copied comments.
    func copy(_ comments: ReportedComments, to reportID: UUID) async throws -> Int {
        guard let things else { return 0 }
        let inRoom: SQL = comments.roomID.map { "WHERE c.room_id = \($0)" } ?? ""
        return try await transaction.query(
            """
            INSERT INTO report_evidence (tenant_id, report_id, comment_id, number, seconds, content, quote, author_id, author_username,
                created_at, edited_at, pictures)
            SELECT \(transaction.tenantID), \(reportID), c.id, c.number, c.seconds, c.content, c.quote, c.author_id, c.author_username,
                c.created_at, c.edited_at, c.pictures
            FROM (\(fragment: things.comments(transaction, comments.ids, comments.viewerID))) AS c \(fragment: inRoom)
            """
        ).affected
    }
}
