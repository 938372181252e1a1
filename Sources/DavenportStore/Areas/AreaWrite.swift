import DavenportAPI
import DavenportClient
import Foundation

/// A write that works without a network. Its type says which area it belongs to: `WatchWrite`, `ClassWrite`,
/// `PlayWrite` or `PeopleWrite`.
public protocol ReplicaWrite: Codable, Equatable, Sendable {
    /// The id of what the write is about, such as a comment or a room.
    var subjectID: UUID? { get }
}

extension ReplicaWrite {
    func isEqual(to other: any ReplicaWrite) -> Bool { (other as? Self) == self }
}

/// A write of an area, with the area's rules for sending, merging and refusals. The outbox stores a write as the area's
/// type encodes it.
protocol AreaWrite: ReplicaWrite {
    /// Sends the write once.
    /// - Returns: a function that changes the area's waiting writes after the server's answer, such as the version that
    ///   they are based on; nil if none changes.
    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)?

    /// Decides what happens to this write after the server has refused it.
    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self>

    /// Whether this write can only succeed after the other one has.
    func buildsOn(_ other: Self) -> Bool

    /// Returns the same write as it counts this long after it was written. The server receives this form.
    func aged(by seconds: TimeInterval) -> Self

    /// Returns the same write with another text; nil if the write has no text.
    func saying(_ text: String) -> Self?

    /// Merges this new write with the area's writes in the outbox.
    func merge(into merging: inout Merging<Self>)
}

extension AreaWrite {
    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self> { .failed }
    func buildsOn(_ other: Self) -> Bool { false }
    func aged(by seconds: TimeInterval) -> Self { self }
    func saying(_ text: String) -> Self? { nil }
}

/// An area's decision about a write that the server refused.
enum WriteOutcome<Action: AreaWrite>: Sendable {
    /// The write stays in the outbox with its problem, until the app retries, edits or discards it.
    case failed
    /// The write's goal is reached anyway, so it counts as answered. `later` changes the area's waiting writes.
    case done(later: (@Sendable (Action) -> Action)? = nil)
    /// The write is sent again in this form.
    case replaced(Action)
    /// The item that the write creates exists already, with another id. `moving` makes waiting writes refer to the
    /// existing item.
    case exists(made: UUID, existing: UUID, moving: @Sendable (Action) -> Action)
}

/// Changes the waiting writes of an area after the server's answer to a write.
struct Rewriting: Sendable {
    private let change: @Sendable (any AreaWrite) -> (any AreaWrite)?

    init<Action: AreaWrite>(_ change: @escaping @Sendable (Action) -> Action) {
        self.change = { ($0 as? Action).map(change) }
    }

    /// Returns the changed write; nil for a write of another area or one that stays as it is.
    func callAsFunction(_ action: any AreaWrite) -> (any AreaWrite)? {
        change(action).flatMap { $0.isEqual(to: action) ? nil : $0 }
    }
}

extension AreaWrite {
    /// Decodes a write of this area.
    static func decoded(_ body: Data, by decoder: JSONDecoder) throws -> any AreaWrite { try decoder.decode(Self.self, from: body) }

    func buildsOn(any other: any AreaWrite) -> Bool { (other as? Self).map { buildsOn($0) } ?? false }
}
