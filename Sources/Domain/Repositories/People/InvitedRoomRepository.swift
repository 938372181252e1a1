import DavenportAPI
import Foundation
import Postgres

/// Reads the rooms into which invites lead.
struct InvitedRoomRepository: Sendable {
    let transaction: TenantTransaction
    private let invitedRooms: InvitedRooms?

    /// Creates the repository.
    /// - Parameter invitedRooms: what an area declares; nil if the tenant has no rooms.
    init(_ transaction: TenantTransaction, _ invitedRooms: InvitedRooms?) {
        (self.transaction, self.invitedRooms) = (transaction, invitedRooms)
    }

    /// A room into which an invite leads, and whether it has the maximum number of members.
    struct Found: Sendable {
        let room: InvitedRoom
        let isFull: Bool
    }

    /// Returns those of some rooms that a user is in, in the order of the ids.
    func rooms(_ ids: [UUID], of memberID: UUID) async throws -> [Found] {
        guard let invitedRooms, !ids.isEmpty else { return [] }
        return try await transaction.query(invitedRooms.rooms(transaction, ids, memberID)).map { row in
            Found(room: InvitedRoom(id: try row["id"], title: try row["title"]), isFull: try row["is_full"])
        }
    }
}
