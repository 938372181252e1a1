import DavenportAPI
import Foundation
import Postgres

/// The things of an area that people can mute one by one, such as rooms. The statements about them run in the same
/// pipeline as those for the other notification preferences.
package struct Muting: Sendable {
    /// The kind of thing, under the name that the preferences have for it.
    let thing: MutedThing
    /// The error for an id that the user may not mute. The text follows the field's name.
    let refusal: String
    /// Makes the query for the ids of what a user has muted, in a column `id`.
    let muted: @Sendable (TenantTransaction, _ userID: UUID) -> SQL
    /// Makes the statements by which the user mutes the things with these ids and unmutes all others. Statements that
    /// lock rows come first.
    let mute: @Sendable (TenantTransaction, _ userID: UUID, _ ids: [UUID]) -> [SQL]

    /// Declares what can be muted.
    /// - Parameters:
    ///   - thing: the kind of thing, under the name that the preferences have for it.
    ///   - refusal: the error for an id that the user may not mute. The text follows the field's name.
    ///   - muted: makes the query for the ids of what a user has muted, in a column `id`.
    ///   - mute: makes the statements by which the user mutes the things with these ids and unmutes all others.
    ///     Statements that lock rows come first.
    package init(
        _ thing: MutedThing, refusal: String, muted: @escaping @Sendable (TenantTransaction, UUID) -> SQL,
        mute: @escaping @Sendable (TenantTransaction, UUID, [UUID]) -> [SQL]
    ) {
        self.thing = thing
        self.refusal = refusal
        self.muted = muted
        self.mute = mute
    }
}
