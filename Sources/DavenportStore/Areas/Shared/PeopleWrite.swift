import DavenportAPI
import DavenportClient
import Foundation

/// The writes about friends and blocks that work without a network.
public enum PeopleWrite: ReplicaWrite {
    case befriend(UserStub)
    case unfriend(userID: UUID)
    case block(UserStub)
    case unblock(userID: UUID)

    public var subjectID: UUID? { userID }

    /// The other person.
    public var userID: UUID {
        switch self {
        case .befriend(let user), .block(let user): user.id
        case .unfriend(let userID), .unblock(let userID): userID
        }
    }
}

extension PeopleWrite: AreaWrite {
    private var isAboutBlock: Bool {
        switch self {
        case .block, .unblock: true
        case .befriend, .unfriend: false
        }
    }

    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)? {
        switch self {
        case .befriend: _ = try await client.befriend(userID: userID)
        case .unfriend: _ = try await client.unfriend(userID: userID)
        case .block: _ = try await client.block(userID: userID)
        case .unblock: _ = try await client.unblock(userID: userID)
        }
        return nil
    }

    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self> {
        switch self {
        case .unfriend, .unblock: problem.code == .notFound ? .done() : .failed
        case .befriend, .block: .failed
        }
    }

    /// Replaces unsent writes about the same person: those about the block, or those about the friendship. So a block
    /// that is taken back before it was sent ends no friendship.
    func merge(into merging: inout Merging<Self>) {
        for entry in merging.open where entry.action.userID == userID && entry.action.isAboutBlock == isAboutBlock {
            merging.removed.append(entry.id)
        }
    }
}
