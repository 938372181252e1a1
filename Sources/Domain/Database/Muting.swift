import DavenportAPI
import Foundation
import Postgres

/// What of an area people mute one by one, and the statements behind it, which go out with those of the other preferences.
package struct Muting: Sendable {
    /// As the preferences name it.
    let thing: MutedThing
    /// What is wrong where something is muted that isn't one's own.
    let refusal: String
    /// Reads what a person has muted, as rows of `id`.
    let muted: @Sendable (TenantTransaction, _ userID: UUID) -> SQL
    /// Mutes these of what a person has, and nothing else, beginning with what locks.
    let mute: @Sendable (TenantTransaction, _ userID: UUID, _ ids: [UUID]) -> [SQL]

    /// - Parameters:
    ///   - thing: as the preferences name it.
    ///   - refusal: what is said of ids that aren't one's own, to follow the field's name.
    ///   - muted: reads what a person has muted, as rows of `id`.
    ///   - mute: mutes these and nothing else, beginning with what locks.
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
