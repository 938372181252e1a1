import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the user's rooms to the sync feed: cards of the rooms that the user is in, and ids of the rooms that the
    /// user has left.
    static let rooms = FeedCollection(
        feature: .watch, nothing: { $0.rooms = RoomChanges(items: [], removed: []) },
        statements: { scope in
            let feed = RoomFeed(scope)
            return scope.base == nil ? [try feed.all()] : [FeedRooms(scope: scope).changed, try feed.changed(), try feed.left()]
        },
        items: { rows, scope in try RoomFeed(scope).items(rows) },
        complete: { changes, useCases in
            guard let rooms = changes.rooms, !rooms.items.isEmpty else { return }
            changes.rooms = RoomChanges(items: await useCases.pictured(rooms.items), removed: rooms.removed)
        })
}

/// Builds the statements that read rooms for the sync feed. A full sync sorts rooms by the time at which they were
/// finished, latest first, and then by id. Any other sync sorts rooms by id.
struct RoomFeed {
    private let scope: FeedScope

    init(_ scope: FeedScope) {
        self.scope = scope
    }

    // MARK: Statements

    func all() throws -> SQL {
        let place = try scope.place.map { try RoomPosition($0).ofAll() }
        let behind: SQL =
            place.map { "AND finished_at <= \($0.finishedAt) AND (finished_at, room_id) < (\($0.finishedAt), \($0.roomID))" } ?? ""
        return cards(
            "SELECT \(fragment: RoomRow.columns), finished_at FROM room_cards WHERE \(fragment: FeedRooms(scope: scope).isMine) \(fragment: behind)",
            order: "finished_at DESC, room_id DESC")
    }

    func changed() throws -> SQL {
        let place = try scope.place.map { try RoomPosition($0).ofChanged() }
        return cards(
            "SELECT \(fragment: RoomRow.columns), finished_at FROM \(fragment: FeedRooms(scope: scope).noted(from: place)) WHERE true",
            order: "room_id")
    }

    func left() throws -> SQL {
        let behind: SQL = try scope.place.map { "AND room_id > \(try RoomPosition($0).ofChanged())" } ?? ""
        return """
            SELECT room_id FROM former_members
            WHERE tenant_id = \(scope.transaction.tenantID) AND user_id = \(scope.userID) AND \(fragment: scope.isUnsynced("left_xid"))
                AND \(fragment: scope.isDue("left_xid")) \(fragment: behind)
            ORDER BY room_id LIMIT \(scope.rows)
            """
    }

    /// Returns the query for a page of rooms, each with its members.
    ///
    /// A user who joined a room after the sync began receives that room with the next sync.
    private func cards(_ selected: SQL, order: SQL) -> SQL {
        """
        SELECT card.*, people.* FROM (
            \(fragment: selected) AND \(fragment: scope.isDue("joined_xid")) ORDER BY \(fragment: order) LIMIT \(scope.rows)
        ) AS card
        \(fragment: People.joined(to: "card", in: scope.transaction.tenantID))
        ORDER BY \(fragment: order)
        """
    }

    // MARK: Rows

    /// Makes a page's items from the rows that the statements returned: `all` in a full sync; `changed` and `left` in
    /// any other sync.
    func items(_ rows: [Rows]) throws -> FeedItems {
        let synced =
            scope.base == nil ? try rows[0].map(SyncedRoom.room) : try merged(rows[1].map(SyncedRoom.room), rows[2].map(SyncedRoom.removed))
        return FeedItems { changes, limit in
            let page = synced.prefix(limit)
            changes.rooms = RoomChanges(items: page.compactMap(\.room), removed: page.compactMap(\.removed))
            guard synced.count > limit else { return .ended(page.count) }
            let position = page.last.map { scope.base == nil ? RoomPosition.ofAll($0) : RoomPosition.ofChanged($0) }
            return .interrupted(at: position ?? scope.place)
        }
    }

    private func merged(_ rooms: [SyncedRoom], _ removed: [SyncedRoom]) -> [SyncedRoom] {
        (rooms + removed).sorted { $0.id < $1.id }
    }
}

/// A room that a page returns, or the id of a room that the user has left.
private struct SyncedRoom {
    let id: UUID
    let room: Room?
    let finishedAt: Date
    var removed: UUID? { room == nil ? id : nil }

    static func room(_ row: Row) throws -> SyncedRoom {
        let room = try Room(row, People(joinedTo: row))
        return SyncedRoom(id: room.id, room: room, finishedAt: try row["finished_at"])
    }

    static func removed(_ row: Row) throws -> SyncedRoom {
        SyncedRoom(id: try row["room_id"], room: nil, finishedAt: .distantFuture)
    }
}

/// Encodes and decodes the position of a page: the room after which the page begins.
private struct RoomPosition {
    private var reader: ByteTextReader

    init(_ bytes: [UInt8]) { reader = ByteTextReader(bytes) }

    static func ofChanged(_ room: SyncedRoom) -> [UInt8] {
        var writer = ByteTextWriter()
        writer.write(room.id)
        return writer.bytes
    }

    /// Decodes a position in the list of changed rooms, which is sorted by id.
    /// - Throws: `invalid` for a malformed position.
    func ofChanged() throws -> UUID {
        var reader = reader
        guard let id = reader.uuid(), reader.isAtEnd else { throw FeedScope.misplaced }
        return id
    }

    /// Encodes a position in the list of all rooms: the room's id, and the time at which the room was finished, in
    /// microseconds since 1970. For an unfinished room, the time is 0.
    static func ofAll(_ room: SyncedRoom) -> [UInt8] {
        var writer = ByteTextWriter()
        writer.write(room.finishedAt == .distantFuture ? 0 : UInt64(max(1, (room.finishedAt.timeIntervalSince1970 * 1_000_000).rounded())))
        writer.write(room.id)
        return writer.bytes
    }

    func ofAll() throws -> (finishedAt: Date, roomID: UUID) {
        var reader = reader
        guard let microseconds = reader.number(), microseconds <= Self.last, let id = reader.uuid(), reader.isAtEnd else {
            throw FeedScope.misplaced
        }
        return (microseconds == 0 ? .distantFuture : Date(timeIntervalSince1970: Double(microseconds) / 1_000_000), id)
    }

    /// The latest `finishedAt` that a position may have, in microseconds since 1970: the end of the year 9999.
    private static let last: UInt64 = 253_402_300_800 * 1_000_000
}
