import DavenportAPI
import Domain
import Foundation

/// Adds a new user to the rooms into which their invite leads (rules 3.11 and 3.12).
enum RoomWelcome {
    /// Makes the new user a member of those rooms that exist, that the inviter is in and that aren't full. No other room
    /// keeps the user from joining the tenant.
    ///
    /// Nobody has blocked the new user, and the inviter is their friend, so each of these rooms may have them. The rooms
    /// are locked in the order of the ids, as in every transaction that changes memberships.
    static func join(_ transaction: TenantTransaction, _ joiningUser: JoiningUser) async throws {
        guard joiningUser.tenant.features.contains(.watch), let inviterID = joiningUser.inviterID else { return }
        let rooms = RoomRepository(transaction)
        for roomID in joiningUser.roomIDs.sorted(by: { $0.lowercased < $1.lowercased }) {
            guard let locked = try await rooms.locked(roomID, for: inviterID), locked.memberIDs.count < RoomLimits.members else { continue }
            try await rooms.add(joiningUser.userID, to: roomID)
            try await NotificationRepository(transaction).notify([joiningUser.userID], .roomCreated, by: inviterID, about: roomID)
        }
    }
}
