import DavenportAPI
import Domain
import Foundation
import Postgres

extension Attention: PostgresCodable {}

/// Decodes rooms from rows of the view `room_cards`.
enum RoomRow {
    /// The columns of `room_cards` from which a `Room` is decoded.
    static let columns: SQL = """
        room_id, kind, show_id, season, episode, show_title, episode_title, movie_id, title, group_id, group_title, host_id, member_ids,
        member_joined_at, member_watched_at, created_at, completed_at, archives_at, last_activity_at, comment_count, unread_count, read_number,
        muted, attention, archived, position_seconds, position_running, position_age, subtitle_languages
        """
}

extension Room {
    /// Decodes a room as one of its members sees it.
    /// - Parameter people: people by id, among them all members of the room.
    init(_ row: Row, _ people: People) throws {
        self.init(
            id: try row["room_id"], subject: try Subject(row), members: try Member.list(row, people), createdAt: try row["created_at"],
            completedAt: try row["completed_at"], archivesAt: try row["archives_at"], lastActivityAt: try row["last_activity_at"],
            commentCount: try row["comment_count"], unreadCount: try row["unread_count"], readNumber: try row["read_number"],
            attention: try row["attention"],
            archived: try row["archived"], muted: try row["muted"], group: try row["group_id"], position: try Position(row),
            subtitles: try row["subtitle_languages"])
    }
}

extension Position {
    /// Decodes the position of the member whose room the row is; nil if they have none.
    init?(_ row: Row) throws {
        guard let seconds: Int = try row["position_seconds"] else { return nil }
        self.init(seconds: seconds, running: try row["position_running"], age: try row["position_age"])
    }
}

extension Member {
    /// Decodes the members: the host first, then by time of joining, then by id. A member whose time of watching is
    /// infinity hasn't marked the room as watched.
    static func list(_ row: Row, _ people: People) throws -> [Member] {
        let (ids, joined, watched): ([UUID], [Date], [Date]) = (
            try row["member_ids"], try row["member_joined_at"], try row["member_watched_at"]
        )
        guard joined.count == ids.count, watched.count == ids.count else { throw PostgresError.misuse("a room's arrays differ in length") }
        let hostID: UUID = try row["host_id"]
        // Sorts indices, because moving members takes longer.
        let order = ids.indices.sorted { left, right in
            if ids[left] == hostID || ids[right] == hostID { return ids[left] == hostID && ids[right] != hostID }
            return joined[left] == joined[right] ? ids[left] < ids[right] : joined[left] < joined[right]
        }
        return order.compactMap { index in
            people[ids[index]].map { user in
                Member(
                    user: user, watchedAt: watched[index] == .distantFuture ? nil : watched[index], joinedAt: joined[index],
                    isHost: ids[index] == hostID)
            }
        }
    }
}

extension Group {
    init(_ row: Row, _ people: People) throws {
        let ids: [UUID] = try row["member_ids"]
        self.init(
            id: try row["group_id"], kind: try row["kind"], showID: try row["show_id"], title: try row["group_title"],
            members: ids.compactMap { people[$0] })
    }
}
