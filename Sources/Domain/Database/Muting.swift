import DavenportAPI
import Foundation
import Postgres

/// The things of an area that people can mute one by one, and the statements for them. They run in the pipeline of the
/// other preferences.
package struct Muting: Sendable {
    /// The kind of thing, as the preferences name it.
    let thing: MutedThing
    /// The error for an id of a thing that the user may not mute, as text that follows the field's name.
    let refusal: String
    /// Makes the query for what a user has muted, with a column `id`.
    let muted: @Sendable (TenantTransaction, _ userID: UUID) -> SQL
    /// Makes the statements that mute exactly these of a user's things. Statements that lock rows come first.
    let mute: @Sendable (TenantTransaction, _ userID: UUID, _ ids: [UUID]) -> [SQL]

    /// - Parameters:
    ///   - thing: the kind of thing, as the preferences name it.
    ///   - refusal: the error for an id of a thing that the user may not mute, as text that follows the field's name.
    ///   - muted: makes the query for what a user has muted, with a column `id`.
    ///   - mute: makes the statements that mute exactly these things. Statements that lock rows come first.
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
