import DavenportAPI
import Domain
import Foundation
import Postgres

/// The people of a room or a group, in the row that has their ids: where rows are few or none, so that nothing is asked for none.
enum People {
    /// Joins to a row with `member_ids` what `of` reads.
    /// - Parameter source: what the row is called.
    static func joined(to source: SQL, in tenant: UUID, where condition: SQL = "true") -> SQL {
        """
        LEFT JOIN LATERAL (
            SELECT array_agg(u.id) AS person_ids, array_agg(u.username) AS person_usernames,
                array_agg(u.identity_color) AS person_identity_colors, array_agg(coalesce(u.avatar_version, '')) AS person_avatar_versions
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = ANY (\(fragment: source).member_ids) AND \(fragment: condition)
        ) AS people ON true
        """
    }

    /// By id; none where nobody is left.
    static func of(_ row: Row) throws -> [UUID: UserStub] {
        let ids: [UUID]? = try row["person_ids"]
        guard let ids else { return [:] }
        let (usernames, colors): ([String], [String]) = (try row["person_usernames"], try row["person_identity_colors"])
        let versions: [String] = try row["person_avatar_versions"]
        return ids.indices.reduce(into: [:]) { people, index in
            people[ids[index]] = UserStub(
                id: ids[index], username: usernames[index], identityColor: colors[index],
                avatarVersion: versions[index].isEmpty ? nil : versions[index])
        }
    }
}
