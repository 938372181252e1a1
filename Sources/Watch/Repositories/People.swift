import DavenportAPI
import Domain
import Foundation
import Postgres

/// Some people by their ids, of whom an answer names each many times.
struct People: Sendable {
    private var stubs: [Key: UserStub] = [:]

    /// Somebody; nil where they aren't among them.
    subscript(id: UUID) -> UserStub? { stubs[Key(id: id)] }

    /// Hashed by one half of the id, which is as random as both. By its bytes, one by one, hashing it takes several times as long as
    /// everything else about finding somebody.
    private struct Key: Hashable {
        let id: UUID

        func hash(into hasher: inout Hasher) {
            hasher.combine(withUnsafeBytes(of: id.uuid) { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) })
        }
    }
}

extension People {
    /// Of rows with the columns of a person each.
    init(_ rows: Rows) throws {
        stubs.reserveCapacity(rows.count)
        for row in rows {
            let stub = try UserStub(row)
            stubs[Key(id: stub.id)] = stub
        }
    }

    /// Of one row with what `joined` joins to it; none where nobody is left.
    init(joinedTo row: Row) throws {
        let ids: [UUID]? = try row["person_ids"]
        guard let ids else { return }
        let (usernames, colors): ([String], [String]) = (try row["person_usernames"], try row["person_identity_colors"])
        let versions: [String] = try row["person_avatar_versions"]
        for index in ids.indices {
            stubs[Key(id: ids[index])] = UserStub(
                id: ids[index], username: usernames[index], identityColor: colors[index],
                avatarVersion: versions[index].isEmpty ? nil : versions[index])
        }
    }

    /// Joins to a row with `member_ids` the people of the room or the group that it is of: where rows are few or none, so that nothing is
    /// asked for none.
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
}
