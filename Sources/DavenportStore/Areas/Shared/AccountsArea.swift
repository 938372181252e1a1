import DavenportAPI
import Observation

/// Keeps and shows the person's own account.
@MainActor @Observable final class AccountsArea: ReplicaArea {
    nonisolated static let parts: [any ReplicaPart] = [ReplicaDocument(part: .me, people: { [$0.stub] })]

    fileprivate(set) var me: Me?

    func show(_ copy: ShownCopy) { me = copy.base[.me] }
}

extension Replica {
    /// The answer of `GET /me`. Like all documents, it is nil until the server has sent it.
    public var me: Me? { (area() as AccountsArea).me }
}

extension Me {
    fileprivate var stub: UserStub {
        UserStub(id: id, username: username, identityColor: identityColor, avatarURL: avatarURL, bot: bot)
    }
}
