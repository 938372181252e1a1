import Foundation
import Secrets

/// The keys that a tenant's encrypted secrets need in another deployment.
struct TenantKeys: Codable, Sendable {
    /// A provider token. Apple refuses a key whose tokens change too often, so the new deployment goes on with the old
    /// one's.
    struct Token: Codable, Sendable {
        let jwt: String
        let issuedAt: Date
    }

    /// The data keys in base64url, by what they belong to (`SealedSecret.place`).
    var dataKeys: [String: String] = [:]
    /// The provider tokens by what they belong to (`ProviderKey.place`).
    var tokens: [String: Token] = [:]

    /// Returns a data key, 32 bytes; nil if it is missing or isn't one.
    func dataKey(of place: String) -> [UInt8]? {
        dataKeys[place].flatMap { Base64.url.decode($0.utf8) }.flatMap { $0.count == SealedBox.keyLength ? $0 : nil }
    }
}

/// `TenantKeys`, sealed for the deployment to which it moves (rule 15.12). The header of a file has them.
struct SealedTenantKeys: Codable, Sendable, Equatable {
    /// The public half of the key that opens them, as `davenport tenant transfer-key` prints it.
    let recipient: String
    /// The keys as JSON, sealed, in base64url.
    let sealed: String

    /// Seals keys.
    /// - Throws: `SealedBox.Unopenable` if no deployment can have the private half of the recipient's key.
    init(_ keys: TenantKeys, of tenantID: UUID, for recipient: TransferKey) throws {
        self.recipient = recipient.text
        sealed = Base64.url.encode(try recipient.seal(TenantFile.line(keys), for: Self.place(of: tenantID)))
    }

    /// Opens the keys.
    /// - Throws: `TenantFileFault` if they are sealed for another master key, or damaged.
    func open(of tenantID: UUID, with masterKey: MasterKey) throws(TenantFileFault) -> TenantKeys {
        guard TransferKey(recipient) == masterKey.transferKey else {
            throw TenantFileFault(
                """
                The file is for another master key than this deployment's, so nothing was imported. Export it again --for what davenport \
                tenant transfer-key prints here.
                """)
        }
        let box = Base64.url.decode(sealed.utf8) ?? []
        guard let json = try? masterKey.openTransferred(box, for: Self.place(of: tenantID)),
            let keys = try? JSONDecoder().decode(TenantKeys.self, from: Data(json))
        else { throw TenantFileFault("The file was changed or damaged: its keys can't be opened. Nothing was imported.") }
        return keys
    }

    private static func place(of tenantID: UUID) -> String { "keys of tenant \(tenantID.lowercased)" }
}

/// A way to export what a deployment's master key encrypts.
public struct KeyTransfer: Sendable {
    let masterKey: MasterKey
    let recipient: TransferKey

    /// - Parameters:
    ///   - masterKey: the exporting deployment's.
    ///   - recipient: the public half of the importing deployment's key.
    public init(from masterKey: MasterKey, to recipient: TransferKey) {
        (self.masterKey, self.recipient) = (masterKey, recipient)
    }
}

/// A secret of a tenant that the master key encrypts, in its row.
struct SealedSecret: Sendable {
    /// The table of the row.
    enum Table: String {
        case pushCredentials = "push_credentials"
        case webPushKeys = "web_push_keys"
        case webhooks
        case inviteCodes = "invite_codes"
    }

    let table: Table
    /// The id of the row; for a webhook, its bot's.
    let id: UUID
    /// What the secret belongs to, to which its encryption is bound.
    let place: String
    let envelope: Envelope
    /// What the database says of the secret: the digest of a push key's public half, the public key for browsers, or the digest of an
    /// invite's code; nil for a webhook.
    let publicPart: [UInt8]?

    /// Returns the text to which the encryption of a row's secret is bound.
    static func place(_ table: Table, _ id: UUID, of tenantID: UUID) -> String {
        switch table {
        case .pushCredentials: SealedPushKey.place(of: id, in: tenantID)
        case .webPushKeys: SealedWebPushKey.place(of: id, in: tenantID)
        case .webhooks: WebhookSecrets.place(of: id, in: tenantID)
        case .inviteCodes: SealedInviteCode.place(of: id, in: tenantID)
        }
    }

    /// Whether a decrypted secret fits its row. Without this check, a forged row could name the key of another tenant, and
    /// the worker would push with that tenant's provider token.
    func fits(_ secret: [UInt8]) -> Bool {
        switch table {
        case .webhooks: return WebhookSecrets.isPossible(secret)
        case .inviteCodes: return publicPart == Digest.sha256(secret)
        case .pushCredentials: return publicPart == SealedPushKey.digest(of: String(decoding: secret, as: UTF8.self))
        case .webPushKeys:
            guard let key = try? SigningKey(pem: String(decoding: secret, as: UTF8.self)) else { return false }
            return publicPart == key.verifyingKey.point
        }
    }
}
