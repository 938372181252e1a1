import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads the names that comments in a room can mention.
struct MentionRepository: Repository {
    let transaction: TenantTransaction

    /// The names that a room's comments can mention.
    struct Names: Sendable {
        /// The members' usernames, by id.
        let members: [UUID: String]
        /// The episode whose cast can be mentioned; nil unless the room is about an episode of the catalogue.
        let episode: ShowPosition?
    }

    /// Returns the names that comments in a room can mention; nil if the user is no member.
    func names(in roomID: UUID, for userID: UUID) async throws -> Names? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT r.show_id, r.season, r.episode, u.id, u.username FROM rooms AS r
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = ANY (r.member_ids)
            WHERE r.tenant_id = \(tenant) AND r.id = \(roomID) AND \(userID) = ANY (r.member_ids)
            """)
        guard let first = rows.first else { return nil }
        let (showID, season, episode): (Int?, Int?, Int?) = (try first["show_id"], try first["season"], try first["episode"])
        var position: ShowPosition?
        if let showID, showID > 0, let season, let episode { position = ShowPosition(showID: showID, season: season, episode: episode) }
        return Names(members: try rows.reduce(into: [:]) { $0[try $1["id"]] = try $1["username"] }, episode: position)
    }
}

extension [Mention] {
    /// Reads a comment's mentions from its row; nil if there are none.
    static func of(_ row: Row) throws -> [Mention]? {
        let texts: [String]? = try row["mention_texts"]
        guard let texts else { return nil }
        let targets: [String] = try row["mention_targets"]
        guard targets.count == texts.count else { throw PostgresError.misuse("a comment's mentions differ in length") }
        return zip(texts, targets).compactMap { text, target in
            if let userID = UUID(uuidString: target) { return Mention(text: text, userID: userID) }
            return Int(target).map { Mention(text: text, castID: $0) }
        }
    }

    /// The texts of the mentions, and what they name, as the columns of a comment have them.
    var columns: (texts: [String], targets: [String]) {
        (map(\.text), map { mention in mention.userID?.lowercased ?? mention.castID.map(String.init) ?? "" })
    }
}
