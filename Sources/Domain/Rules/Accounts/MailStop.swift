import DavenportAPI
import Foundation
import Secrets

/// Which mails somebody ends with the code of a mail's link, without a log-in (rules 26).
///
/// The code needs no row: it names what it ends, with a signature of this deployment.
enum MailStop: Equatable {
    /// Invites to an address, from every community of the deployment.
    /// - digest: the address's keyed digest.
    case invites(digest: String)
    /// A user's digests.
    case digests(tenantID: UUID, userID: UUID)

    /// The web client's page for a code.
    static let page = "/no-mails"
    /// The name of the deployment's key that signs codes.
    static let keyName = "mail stops"

    /// Returns the keyed digest of an address.
    static func addressDigest(_ email: String, key: [UInt8]) -> String {
        Base64.url.encode(Digest.hmacSHA256(key: key, "address \(email.mailbox)".utf8))
    }

    /// Returns the code for links: letters, digits, `-`, `_` and dots.
    func code(key: [UInt8]) -> String {
        let text =
            switch self {
            case .invites(let digest): "invites.\(digest)"
            case .digests(let tenantID, let userID): "digests.\(tenantID.lowercased).\(userID.lowercased)"
            }
        return text + "." + Self.signature(of: text, key)
    }

    /// Reads a code; nil if this deployment hasn't made it.
    init?(code: String, key: [UInt8]) {
        let parts = code.split(separator: ".", omittingEmptySubsequences: false)
        let text = parts.dropLast().joined(separator: ".")
        guard let signature = parts.last, constantTimeEquals(Array(signature.utf8), Array(Self.signature(of: text, key).utf8)) else {
            return nil
        }
        switch (parts[0], parts.count) {
        case ("invites", 3): self = .invites(digest: String(parts[1]))
        case ("digests", 4):
            guard let tenantID = UUID(uuidString: String(parts[1])), let userID = UUID(uuidString: String(parts[2])) else { return nil }
            self = .digests(tenantID: tenantID, userID: userID)
        default: return nil
        }
    }

    private static func signature(of text: String, _ key: [UInt8]) -> String {
        Base64.url.encode(Digest.hmacSHA256(key: key, "stop \(text)".utf8))
    }
}
