import DavenportAPI
import Foundation
import Observation

/// Keeps and shows friends, friend requests and blocks.
@MainActor @Observable final class PeopleArea: ReplicaArea {
    /// The list of blocks isn't a source of current names. Otherwise a blocked user's comments in rooms that the user
    /// has left would show the name from another room, which may be newer than the name that this person may see there
    /// (rule 4.6).
    nonisolated static let parts: [any ReplicaPart] = [
        ReplicaDocument(part: .friends, people: { $0.friends + ($0.incoming + $0.outgoing).map { $0.user } }),
        ReplicaDocument(part: .blocks),
    ]
    nonisolated static let write: (any AreaWrite.Type)? = PeopleWrite.self

    fileprivate(set) var friends: FriendList?
    fileprivate(set) var blocks: [UserStub]?

    func show(_ copy: ShownCopy) {
        (friends, blocks) = (copy.base[.friends], copy.base[.blocks]?.items)
        for (action, moment) in copy.writes(PeopleWrite.self) { show(action, moment) }
    }

    private func show(_ action: PeopleWrite, _ moment: Date) {
        switch action {
        case .befriend(let user):
            guard let list = friends, !list.friends.contains(where: { $0.id == user.id }) else { return }
            let rest = list.without(user.id)
            let isAccepted = list.incoming.contains { $0.user.id == user.id }
            friends = FriendList(
                friends: rest.friends + (isAccepted ? [user] : []), incoming: rest.incoming,
                outgoing: rest.outgoing + (isAccepted ? [] : [.init(user: user, requestedAt: moment)]))
        case .unfriend(let userID): friends = friends?.without(userID)
        case .block(let user):
            friends = friends?.without(user.id)
            if let known = blocks, !known.contains(where: { $0.id == user.id }) { blocks = known + [user] }
        case .unblock(let userID): blocks?.removeAll { $0.id == userID }
        }
    }
}

extension FriendList {
    fileprivate func without(_ id: UUID) -> FriendList {
        FriendList(
            friends: friends.filter { $0.id != id }, incoming: incoming.filter { $0.user.id != id },
            outgoing: outgoing.filter { $0.user.id != id })
    }
}

extension Replica {
    private var relations: PeopleArea { area() }

    /// The person's friends and the open requests, with the pending writes.
    public var friends: FriendList? { relations.friends }

    /// The users that the person blocks, with the pending writes.
    public var blocks: [UserStub]? { relations.blocks }

    /// Sends a friend request, or accepts the other person's request. Works without a network.
    /// - Parameter user: is shown in the list until the server has answered.
    /// - Throws: an error of the files, like all these functions.
    public func befriend(_ user: UserStub) async throws { try await write(PeopleWrite.befriend(user)) }

    /// Ends a friendship, or declines or withdraws a request. Works without a network.
    public func unfriend(userID: UUID) async throws { try await write(PeopleWrite.unfriend(userID: userID)) }

    /// Blocks a person. Works without a network.
    /// - Parameter user: is shown in the list until the server has answered.
    public func block(_ user: UserStub) async throws { try await write(PeopleWrite.block(user)) }

    /// Unblocks a person. Works without a network.
    public func unblock(userID: UUID) async throws { try await write(PeopleWrite.unblock(userID: userID)) }
}
