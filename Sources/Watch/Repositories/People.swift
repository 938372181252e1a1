import DavenportAPI
import Domain
import Foundation
import Postgres

/// People by id, for query results in which the same person appears many times.
struct People: Sendable {
    private var stubs: [Key: UserStub] = [:]

    /// Returns the person who has the id; nil if this collection doesn't have them.
    subscript(id: UUID) -> UserStub? { stubs[Key(id: id)] }

    /// A dictionary key that hashes only one half of the id, which is random enough. Hashing all bytes one by one would
    /// take several times as long as the rest of finding a person.
    private struct Key: Hashable {
        let id: UUID

        func hash(into hasher: inout Hasher) {
            hasher.combine(withUnsafeBytes(of: id.uuid) { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) })
        }
    }
}

extension People {
    /// Collects the people from rows that each have the columns of one person.
    init(_ rows: Rows) throws {
        stubs.reserveCapacity(rows.count)
        for row in rows {
            let stub = try UserStub(row)
            stubs[Key(id: stub.id)] = stub
        }
    }

    /// Collects the people that the join `joined` added to a row. There are none if all their accounts were deleted.
    init(joinedTo row: Row) throws {
        let ids: [UUID]? = try row["person_ids"]
        guard let ids else { return }
        let (usernames, colors): ([String], [String]) = (try row["person_usernames"], try row["person_identity_colors"])
        let (versions, bots): ([String], [UUID]?) = (try row["person_avatar_versions"], try row["bot_ids"])
        for index in ids.indices {
            stubs[Key(id: ids[index])] = UserStub(
                id: ids[index], username: usernames[index], identityColor: colors[index],
                avatarVersion: versions[index].isEmpty ? nil : versions[index], isBot: bots?.contains(ids[index]) ?? false)
        }
    }

    /// Returns a join that adds to each row the people in its `member_ids`.
    ///
    /// The join suits statements with few rows or none, for which a separate query for the people would cost more.
    /// - Parameters:
    ///   - source: the alias of the table or subquery that has the column `member_ids`.
    ///   - condition: the condition for rows to which people are added. Other rows get nulls.
    static func joined(to source: SQL, in tenant: UUID, where condition: SQL = "true") -> SQL {
        """
        LEFT JOIN LATERAL (
            SELECT array_agg(u.id) AS person_ids, array_agg(u.username) AS person_usernames,
                array_agg(u.identity_color) AS person_identity_colors, array_agg(coalesce(u.avatar_version, '')) AS person_avatar_versions,
                array_agg(u.id) FILTER (WHERE u.bot) AS bot_ids
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = ANY (\(fragment: source).member_ids) AND \(fragment: condition)
        ) AS people ON true
        """
    }
}
