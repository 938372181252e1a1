import DavenportAPI
import Foundation

/// An area's part of a replica: the parts of the feed that the replica keeps for the area, the area's writes that may
/// wait for a network, and how both are shown. `ReplicaAreas.all` lists the areas, and nothing else in the replica
/// names one.
///
/// Each replica has an instance of each area. The instance holds what the app sees, and an extension of `Replica` gives
/// the app access to it.
@MainActor protocol ReplicaArea: AnyObject, SendableMetatype {
    /// The collections and documents that the replica keeps. A collection of threads comes after the collection whose
    /// items have the threads.
    nonisolated static var parts: [any ReplicaPart] { get }
    /// The writes that work without a network; nil if there are none.
    nonisolated static var write: (any AreaWrite.Type)? { get }
    /// The threads that the app holds, by what is shown of them.
    var threads: [any AnyOpenThreads] { get }

    init()

    /// Reads from the file what `show` needs besides the data in memory.
    func prepare(_ copy: ShownCopy, from file: ReplicaFile) async throws

    /// Shows the server's data with the pending writes applied in their order.
    func show(_ copy: ShownCopy)

    /// Fails the callers that wait for the area's stores to load.
    func fail(_ error: any Error)

    /// The next moment at which the same data is shown differently, such as when something becomes archived; nil if
    /// there is none.
    func nextMoment(after now: Date) -> Date?
}

extension ReplicaArea {
    nonisolated static var write: (any AreaWrite.Type)? { nil }
    var threads: [any AnyOpenThreads] { [] }

    func prepare(_ copy: ShownCopy, from file: ReplicaFile) async throws {}
    func fail(_ error: any Error) {}
    func nextMoment(after now: Date) -> Date? { nil }
}

/// The data that the areas show: the server's data, and the pending writes to apply to it.
struct ShownCopy: Sendable {
    let base: Base
    /// The writes to apply to the base, in the order of writing: neither failed ones nor those whose effects the base
    /// contains.
    let entries: [OutboxEntry]
    /// The current time, by the server's clock.
    let now: Date

    /// The person whose copy it is.
    var me: UserStub? { base.state.userID.flatMap { base.people[$0] } }

    /// An area's writes, in the order of writing.
    func writes<Action: AreaWrite>(_ type: Action.Type) -> [(action: Action, writtenAt: Date)] {
        entries.compactMap { entry in (entry.action as? Action).map { ($0, entry.writtenAt) } }
    }

    /// The users that collections and documents mention. The stored names of all other users may be outdated.
    var named: Set<UUID> { Set(ReplicaAreas.parts.flatMap { $0.people(in: base) }.map { $0.id }) }
}
