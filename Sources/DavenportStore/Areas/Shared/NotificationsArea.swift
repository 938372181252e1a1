import DavenportAPI
import Observation

/// Keeps and shows the person's notification preferences, and the people and words that they mute.
@MainActor @Observable final class NotificationsArea: ReplicaArea {
    nonisolated static let parts: [any ReplicaPart] = [ReplicaDocument(part: .notifications), ReplicaDocument(part: .mutes)]

    fileprivate(set) var notifications: Changes.Preferences?
    fileprivate(set) var mutes: Mutes?

    func show(_ copy: ShownCopy) { (notifications, mutes) = (copy.base[.notifications], copy.base[.mutes]) }
}

extension Replica {
    /// The person's notification preferences.
    public var notifications: Changes.Preferences? { (area() as NotificationsArea).notifications }

    /// The people and words that the person has muted. An app folds what `Mutes.folds` selects.
    public var mutes: Mutes? { (area() as NotificationsArea).mutes }
}
