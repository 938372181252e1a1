import DavenportAPI
import Foundation
import Secrets

extension PasswordLinkMakers {
    /// Returns whether an admin or owner may make links for members with the role `role` (rule 2.23).
    func allow(_ maker: Role, for role: Role) -> Bool {
        guard maker.mayAppoint(role) else { return false }
        return switch self {
        case .admins: true
        case .owners: maker == .owner
        default: false
        }
    }
}

extension PasswordLink {
    /// How long a link works, in seconds (rule 2.23).
    static let lifetime: TimeInterval = 24 * 3600
    /// The web client's page for a link.
    static let page = "/new-password"
}

extension Allowance {
    /// The number of links for new passwords that an admin or owner makes per hour (rule 20.9).
    static let passwordLinks = Allowance("passwordLinks", 10, a: .hour)
}

extension AuditEvent {
    static let passwordLinkMade = Self("password_link.made")
    static let passwordLinkUsed = Self("password_link.used")
    /// Somebody ended the link with which their own password could be set.
    static let passwordLinkEnded = Self("password_link.ended")
    /// An operator changed who may make links. The detail is who.
    static let passwordLinkMakersChanged = Self("tenant.password_links_changed")
}

extension [NoticeText] {
    /// The texts of notifications about somebody's account.
    static let accounts = [
        NoticeText(
            .accountLinkMade, heading: "Your account", .init("%1$@ made a link with which your password can be set", .actor),
            variants: ["operator": .init("An operator made a link with which your password can be set")], namesStranger: true,
            page: "/settings"),
        NoticeText(
            .accountPasskeyEnded, heading: "Your account",
            .init("A passkey of yours was ended, since it may have been copied"), page: "/settings"),
    ]
}
