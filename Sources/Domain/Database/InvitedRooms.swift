import DavenportAPI
import Foundation
import Postgres

/// The rooms of an area into which invites can lead (rules 3). The area's `onJoin` makes the new user a member.
package struct InvitedRooms: Sendable {
    /// The feature without which a tenant has no such rooms.
    let feature: Feature
    /// Makes the query for those of some rooms that a user is in, in the order of the ids, in the columns `id`, `title`
    /// and `is_full`.
    let rooms: @Sendable (TenantTransaction, _ ids: [UUID], _ memberID: UUID) -> SQL
    /// Returns the posters of what some rooms are about, by the rooms' ids. A room without one is left out.
    let posters: @Sendable (UseCases, _ ids: [UUID], Visitor) async throws -> [UUID: [MediaPicture]]

    /// Declares the rooms. The properties of the same names explain the parameters.
    package init(
        _ feature: Feature, rooms: @escaping @Sendable (TenantTransaction, [UUID], UUID) -> SQL,
        posters: @escaping @Sendable (UseCases, [UUID], Visitor) async throws -> [UUID: [MediaPicture]]
    ) {
        (self.feature, self.rooms, self.posters) = (feature, rooms, posters)
    }
}

extension [Area] {
    /// Returns the rooms into which invites to a tenant can lead; nil if the tenant has none.
    func invitedRooms(in tenant: Tenant) -> InvitedRooms? {
        lazy.compactMap { $0.invitedRooms }.first { tenant.features.contains($0.feature) }
    }
}
