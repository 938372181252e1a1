import DavenportAPI
import Foundation
import Secrets

/// A push key that a tenant got from Apple, as an operator enters it.
public struct NewPushKey: Sendable {
    /// The team id, 10 letters and digits, as Apple's developer pages show it.
    public let teamID: String
    /// The key id, 10 letters and digits.
    public let keyID: String
    /// The app's bundle id.
    public let topic: String
    public let environment: PushEnvironment
    /// The contents of the `.p8` file.
    public let p8: String

    public init(teamID: String, keyID: String, topic: String, environment: PushEnvironment, p8: String) {
        self.teamID = teamID
        self.keyID = keyID
        self.topic = topic
        self.environment = environment
        self.p8 = p8
    }
}

extension NewPushKey {
    /// Returns whether a text has the form of Apple's ids of teams and keys.
    static func isAppleID(_ text: String) -> Bool { text.wholeMatch(of: /[A-Z0-9]{10}/) != nil }

    /// What is certainly wrong with the fields. The key in the `.p8` file isn't checked here.
    var faults: [FieldFault] {
        let ids = [("team", teamID), ("keyId", keyID)].filter { !Self.isAppleID($0.1) }.map { field, _ in
            FieldFault(field: field, code: .malformed, message: "must be 10 letters and digits, as Apple shows it")
        }
        return BundleID.isOne(topic) ? ids : ids + [FieldFault(field: "topic", code: .malformed, message: BundleID.expectation)]
    }
}

/// A push key as operators list it. The secret key itself can never be read again.
public struct ListedPushKey: Encodable, Sendable, Equatable {
    /// The devices to which the key pushes: `apns` or `fcm`.
    public let kind: DeviceKind
    /// The app's bundle id; for Android, the id of Google's project.
    public let topic: String
    public let environment: PushEnvironment
    /// The team's id; for Android, the e-mail address of the service account.
    public let teamID: String
    public let keyID: String
    public let createdAt: Date
    public let stoppedAt: Date?
    public let stopReason: String?
}

/// The identity for which Apple limits provider tokens: team, key and environment. It also has a digest of the public
/// key. So a tenant that enters another tenant's ids doesn't share that tenant's token.
///
/// A service account of Google's has such an identity too. Its environment is always `production`.
public struct ProviderKey: Sendable, Hashable {
    /// The team's id, or the e-mail address of the service account.
    public let teamID: String
    public let keyID: String
    let digest: [UInt8]
    public let environment: PushEnvironment

    /// The text to which the encryption of the token is bound, so that it can't be decrypted in another row.
    var place: String { "provider token \(teamID) \(keyID) \(digest.hexadecimal) \(environment.rawValue)" }
}

/// What signs a push key's provider tokens, or the requests for them.
public protocol PushSecret: Sendable {
    /// Reads the text that an operator entered.
    init(secret text: String) throws

    /// The public key as a PEM text.
    var publicPEM: String { get }
}

extension SigningKey: PushSecret {
    public init(secret text: String) throws { try self.init(pem: text) }

    public var publicPEM: String { verifyingKey.pem }
}

extension ServiceAccount: PushSecret {
    public init(secret text: String) throws { try self.init(file: text) }

    public var publicPEM: String { key.verifyingKey.pem }
}

extension PushSecret {
    /// The digest of the public key, which `ProviderKey` has.
    var digest: [UInt8] { Digest.sha256(publicPEM.utf8) }
}

/// A tenant's push key, encrypted as the database stores it.
struct SealedPushKey: Sendable {
    let tenantID: UUID
    let id: UUID
    let kind: DeviceKind
    let topic: String
    let key: ProviderKey
    let envelope: Envelope

    /// The text to which the encryption of the key is bound, so that it can't be decrypted in another row.
    var place: String { Self.place(of: id, in: tenantID) }

    /// Returns the text to which the encryption of a key is bound. It must never change, because stored keys couldn't
    /// be decrypted any more.
    static func place(of id: UUID, in tenantID: UUID) -> String {
        "push credential \(id.lowercased) of tenant \(tenantID.lowercased)"
    }

    /// Returns the digest of the public key that belongs to a decrypted secret of any kind; empty if the secret isn't one.
    static func digest(of secret: String) -> [UInt8] {
        if let key = try? SigningKey(secret: secret) { return key.digest }
        return (try? ServiceAccount(secret: secret))?.digest ?? []
    }
}

/// A tenant's push key, decrypted.
public struct PushKey<Secret: PushSecret>: Sendable {
    public let tenantID: UUID
    public let id: UUID
    /// The app's bundle id, or the id of Google's project.
    public let topic: String
    public let provider: ProviderKey
    public let secret: Secret
}

/// A provider token that all workers share, and when it was issued.
public struct SharedProviderToken: Sendable, Equatable {
    /// The token's text. Google's are of a form of their own.
    public let jwt: String
    public let issuedAt: Date
    /// Whether the token was just created; otherwise it was read from the database.
    public let isNew: Bool
}

/// A push key that was stopped because its settings seem to be wrong.
public struct StoppedPushKey: Sendable, Equatable {
    public let tenantID: UUID
    public let kind: DeviceKind
    public let topic: String
    public let environment: PushEnvironment
}

/// The state of a tenant's notifications, for operators.
public struct TenantPushStatus: Encodable, Sendable, Equatable {
    public let slug: String
    /// The number of notifications that are due or are being sent.
    public let due: Int
    /// How long the oldest due notification has been due, in seconds; nil if there is none.
    public let oldestDueAge: TimeInterval?
    /// The number of notifications that have failed and wait for a retry.
    public let retrying: Int
    /// The number of notifications that can never be sent, by reason.
    public let dead: [String: Int]
    public let lastSuccessAt: Date?
}
