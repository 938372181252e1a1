import DavenportAPI
import Foundation
import Postgres

/// Reads and writes which people and words users mute.
struct MuteRepository: Repository {
    let transaction: TenantTransaction

    func mutes(of userID: UUID) async throws -> Mutes {
        try Self.mutes(try await transaction.query(stored(of: userID)))
    }

    /// Returns the query for the people and words that a user mutes. It yields one row.
    func stored(of userID: UUID) -> SQL {
        """
        SELECT ARRAY(
                SELECT muted_id FROM muted_people WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) ORDER BY muted_id
            ) AS user_ids,
            coalesce((SELECT words FROM muted_words WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)), '{}') AS words
        """
    }

    /// Decodes what a user mutes.
    /// - Parameter rows: the result of the query `stored`.
    static func mutes(_ rows: Rows) throws -> Mutes {
        try rows.first.map { Mutes(userIDs: try $0["user_ids"], words: try $0["words"]) } ?? Mutes()
    }

    /// Replaces all people and words that a user mutes. It doesn't check whether the people exist.
    func set(_ mutes: Mutes, for userID: UUID) async throws {
        let tenant = transaction.tenantID
        let gone: SQL = """
            DELETE FROM muted_people
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND muted_id <> ALL (\(mutes.userIDs)::uuid[])
            """
        let people: SQL = """
            INSERT INTO muted_people (tenant_id, user_id, muted_id)
            SELECT \(tenant), \(userID), unnest(\(mutes.userIDs)::uuid[]) ON CONFLICT DO NOTHING
            """
        let words: SQL = """
            INSERT INTO muted_words (tenant_id, user_id, words) VALUES (\(tenant), \(userID), \(mutes.words))
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET words = excluded.words
            """
        _ = try await transaction.pipeline([gone, people, words])
    }
}
