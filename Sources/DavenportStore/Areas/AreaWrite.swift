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

/// What an area says about its writes. The outbox stores a write as the area's type encodes it.
protocol AreaWrite: ReplicaWrite {
    /// Sends the write once.
    /// - Returns: how later writes that wait for this answer change; nil if they don't.
    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)?

    /// Decides about a write that the server refused.
    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self>

    /// Whether this write can only succeed after the other one has.
    func buildsOn(_ other: Self) -> Bool

    /// The same write with another text; nil for one without text.
    func saying(_ text: String) -> Self?

    /// Merges this new write with the area's writes in the outbox.
    func merge(into merging: inout Merging<Self>)
}

extension AreaWrite {
    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self> { .failed }
    func buildsOn(_ other: Self) -> Bool { false }
    func saying(_ text: String) -> Self? { nil }
}

/// What becomes of a write that the server refused.
enum WriteOutcome<Action: AreaWrite>: Sendable {
    /// It stays with its problem until the app decides.
    case failed
    /// Its goal is reached anyway. Later writes change as after an answer.
    case done(later: (@Sendable (Action) -> Action)? = nil)
    /// It is sent again in this form.
    case replaced(Action)
    /// What it creates exists already, under another id. Later writes change as the closure says.
    case exists(made: UUID, existing: UUID, moving: @Sendable (Action) -> Action)
}

/// How later writes of an area change after an answer.
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
    /// Decodes a write of any area.
    static func decoded(_ body: Data, by decoder: JSONDecoder) throws -> any AreaWrite { try decoder.decode(Self.self, from: body) }

    func buildsOn(any other: any AreaWrite) -> Bool { (other as? Self).map { buildsOn($0) } ?? false }
}
