import DavenportAPI
import Foundation
import Postgres

// The documents that the shared areas contribute to the changes feed. Each equals the answer of its own request.

extension FeedDocument {
    /// The caller's own account.
    static let me = FeedDocument(
        statements: { [AccountRepository($0).mine($1)] },
        value: { rows, _, _ -> Me in
            guard let me = try rows[0].first.map(Me.init) else { throw Problem(.unauthenticated) }
            return me
        },
        add: { $0.me = $1 })

    static let friends = FeedDocument(
        statements: { FriendRepository($0).listed(of: $1) },
        value: { rows, _, _ in try FriendRepository.list(rows) },
        add: { $0.friends = $1 })

    static let blocks = FeedDocument(
        statements: { [BlockRepository($0).listed(of: $1)] },
        value: { rows, _, _ in Items(try rows[0].map { try UserStub($0) }) },
        add: { $0.blocks = $1 })

    static let mutes = FeedDocument(
        statements: { [MuteRepository($0).stored(of: $1)] },
        value: { rows, _, _ in try MuteRepository.mutes(rows[0]) },
        add: { $0.mutes = $1 })

    /// The caller's notification preferences, without what the caller muted one by one. The feed's own items, such as
    /// rooms, say whether they are muted.
    static let notifications = FeedDocument(
        statements: { [NotificationPreferenceRepository($0).stored(of: $1)] },
        value: { rows, _, _ in
            let preferences = try NotificationPreferenceRepository.preferences(rows[0], things: [:])
            return Changes.Preferences(muted: preferences.muted, timeZone: preferences.timeZone, quietHours: preferences.quietHours)
        },
        add: { $0.notifications = $1 })
}
