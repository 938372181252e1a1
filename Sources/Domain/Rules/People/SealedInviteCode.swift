import Foundation
import Secrets

/// The encrypted code of an invite, which only its maker reads again (rule 3.14).
struct SealedInviteCode: Sendable {
    let tenantID: UUID
    let inviteID: UUID
    let envelope: Envelope

    init(tenantID: UUID, inviteID: UUID, envelope: Envelope) {
        (self.tenantID, self.inviteID, self.envelope) = (tenantID, inviteID, envelope)
    }

    /// Encrypts the code of a new invite.
    init(_ code: InviteCode, of inviteID: UUID, in tenantID: UUID, under masterKey: MasterKey) {
        let place = Self.place(of: inviteID, in: tenantID)
        self.init(
            tenantID: tenantID, inviteID: inviteID, envelope: Envelope(sealing: Array(code.text.utf8), under: masterKey, for: place))
    }

    var place: String { Self.place(of: inviteID, in: tenantID) }

    /// Decrypts the code.
    /// - Throws: the errors of `Envelope.open`.
    func text(with masterKey: MasterKey) throws -> String {
        String(decoding: try envelope.open(with: masterKey, for: place), as: UTF8.self)
    }

    /// Returns the text to which the encryption is bound. It must never change, because stored codes couldn't be
    /// decrypted any more.
    static func place(of inviteID: UUID, in tenantID: UUID) -> String {
        "code of invite \(inviteID.lowercased) of tenant \(tenantID.lowercased)"
    }
}
