import DavenportAPI
import Foundation

/// What each person may make only so many of in a while, as their tenant's operator says.
package enum Allowance: String, Sendable, CaseIterable {
    case comments
    case rooms
    case invites
    case friendRequests

    /// The length of the window, in seconds.
    package var seconds: TimeInterval { self == .comments ? 60 : 3600 }

    /// The tenant's column that has the limit.
    package var column: String {
        switch self {
        case .comments: "comments_per_minute"
        case .rooms: "rooms_per_hour"
        case .invites: "invites_per_hour"
        case .friendRequests: "friend_requests_per_hour"
        }
    }
}

/// How many of what each person of a tenant may make.
public struct TenantLimits: Codable, Sendable, Equatable {
    public var commentsPerMinute: Int
    public var roomsPerHour: Int
    public var invitesPerHour: Int
    public var friendRequestsPerHour: Int
}

extension TenantTransaction {
    /// Counts something that a person makes, as part of making it: `try await transaction.spend(.rooms, of: caller.userID)`. It comes last
    /// before the thing is written. Comments have their own way, which costs nothing to write.
    /// - Throws: `tooManyRequests`, and then nothing of the transaction holds.
    package func spend(_ allowance: Allowance, of userID: UUID) async throws {
        let window = ThrottleWindow(
            name: "\(allowance.rawValue) \(userID.lowercased)", limit: .ofTenant(allowance), seconds: allowance.seconds)
        _ = try await ThrottleRepository(self).count([window])
    }
}
