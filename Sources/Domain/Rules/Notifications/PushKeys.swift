import DavenportAPI
import Foundation
import Secrets

/// A tenant's push key from Apple, as an operator enters it.
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
    private static func isAppleID(_ text: String) -> Bool { text.wholeMatch(of: /[A-Z0-9]{10}/) != nil }

    /// The fields that can't be right. It doesn't check the key in the `.p8` file.
    var faults: [FieldFault] {
        let ids = [("team", teamID), ("keyId", keyID)].filter { !Self.isAppleID($0.1) }.map { field, _ in
            FieldFault(field: field, code: .malformed, message: "must be 10 letters and digits, as Apple shows it")
        }
        return BundleID.isOne(topic) ? ids : ids + [FieldFault(field: "topic", code: .malformed, message: BundleID.expectation)]
    }
}

/// A push key in the operator's list, without the secret key, which can never be read again.
public struct ListedPushKey: Encodable, Sendable, Equatable {
    public let topic: String
    public let environment: PushEnvironment
    public let teamID: String
    public let keyID: String
    public let createdAt: Date
    public let stoppedAt: Date?
    public let stopReason: String?
}

/// The identity by which Apple limits provider tokens, and their environment. The digest of the public key keeps a
/// tenant that claims another's ids from sharing its token.
public struct ProviderKey: Sendable, Hashable {
    public let teamID: String
    public let keyID: String
    let digest: [UInt8]
    public let environment: PushEnvironment

    /// The text to which the encrypted token is bound.
    var place: String { "provider token \(teamID) \(keyID) \(digest.hexadecimal) \(environment.rawValue)" }
}

/// A tenant's push key for one of its apps, encrypted as it is stored.
struct SealedPushKey: Sendable {
    let tenantID: UUID
    let id: UUID
    let topic: String
    let key: ProviderKey
    let envelope: Envelope

    /// The text to which the encrypted key is bound.
    var place: String { Self.place(of: id, in: tenantID) }

    /// Returns the text to which the encrypted key is bound. It must never change, or stored keys can't be decrypted.
    static func place(of id: UUID, in tenantID: UUID) -> String {
        "push credential \(id.lowercased) of tenant \(tenantID.lowercased)"
    }
}

/// A tenant's push key for one of its apps, decrypted.
public struct PushKey: Sendable {
    public let tenantID: UUID
    public let id: UUID
    public let topic: String
    public let provider: ProviderKey
    public let signingKey: SigningKey
}

/// A provider token, and the moment at which it was issued.
public struct SharedProviderToken: Sendable, Equatable {
    public let jwt: String
    public let issuedAt: Date
    /// Whether this call created it.
    public let isNew: Bool
}

/// A push key that is no longer used because its settings look wrong.
public struct StoppedPushKey: Sendable, Equatable {
    public let tenantID: UUID
    public let topic: String
    public let environment: PushEnvironment
}

/// The state of a tenant's notifications.
public struct TenantPushStatus: Encodable, Sendable, Equatable {
    public let slug: String
    /// The number of notifications that are due or being sent.
    public let due: Int
    /// The time for which the oldest of them has been due, in seconds, or nil if there is none.
    public let oldestDueAge: TimeInterval?
    /// The number of notifications that failed at least once and wait for a retry.
    public let retrying: Int
    /// The number of notifications that can never be sent, by reason.
    public let dead: [String: Int]
    public let lastSuccessAt: Date?
}
