import DavenportAPI
import Foundation
import Secrets

/// A key of Apple's for a tenant's app, as its operator gives it.
public struct NewPushKey: Sendable {
    /// 10 letters and digits, as Apple's developer pages show it.
    public let teamID: String
    /// 10 letters and digits.
    public let keyID: String
    /// The app's bundle id.
    public let topic: String
    public let environment: PushEnvironment
    /// The contents of the .p8 file.
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
    /// What Apple's ids of teams and keys are made of.
    private static func isAppleID(_ text: String) -> Bool { text.wholeMatch(of: /[A-Z0-9]{10}/) != nil }

    /// What of it can't be right, but for the key itself.
    var faults: [FieldFault] {
        let ids = [("team", teamID), ("keyId", keyID)].filter { !Self.isAppleID($0.1) }.map { field, _ in
            FieldFault(field: field, code: .malformed, message: "must be 10 letters and digits, as Apple shows it")
        }
        return BundleID.isOne(topic) ? ids : ids + [FieldFault(field: "topic", code: .malformed, message: BundleID.expectation)]
    }
}

/// A key in the operator's list. What is secret of it is never readable again.
public struct ListedPushKey: Encodable, Sendable, Equatable {
    public let topic: String
    public let environment: PushEnvironment
    public let teamID: String
    public let keyID: String
    public let createdAt: Date
    public let stoppedAt: Date?
    public let stopReason: String?
}

/// What Apple counts provider tokens by. The digest of the public key keeps a tenant that claims another's ids from sharing its token.
public struct ProviderKey: Sendable, Hashable {
    public let teamID: String
    public let keyID: String
    let digest: [UInt8]
    public let environment: PushEnvironment

    /// What its sealed token belongs to.
    var place: String { "provider token \(teamID) \(keyID) \(digest.hexadecimal) \(environment.rawValue)" }
}

/// A tenant's key for one of its apps, as it is stored.
struct SealedPushKey: Sendable {
    let tenantID: UUID
    let id: UUID
    let topic: String
    let key: ProviderKey
    let envelope: Envelope

    /// What its sealed key belongs to.
    var place: String { Self.place(of: id, in: tenantID) }

    /// What is sealed is bound to this text, which stays as it is for that reason.
    static func place(of id: UUID, in tenantID: UUID) -> String {
        "push credential \(id.lowercased) of tenant \(tenantID.lowercased)"
    }
}

/// A tenant's key for one of its apps, opened.
public struct PushKey: Sendable {
    public let tenantID: UUID
    public let id: UUID
    public let topic: String
    public let provider: ProviderKey
    public let signingKey: SigningKey
}

/// A provider token, and when it was made.
public struct SharedProviderToken: Sendable, Equatable {
    public let jwt: String
    public let issuedAt: Date
    /// Whether it was made for this very call.
    public let isNew: Bool
}

/// A key that nothing is sent by any more, because its setting looks wrong.
public struct StoppedPushKey: Sendable, Equatable {
    public let tenantID: UUID
    public let topic: String
    public let environment: PushEnvironment
}

/// How it stands with a tenant's notifications.
public struct TenantPushStatus: Encodable, Sendable, Equatable {
    public let slug: String
    /// Due now, or being sent.
    public let due: Int
    /// How long the oldest of them has been due, in seconds.
    public let oldestDueAge: TimeInterval?
    /// Failed at least once and waiting to be tried again.
    public let retrying: Int
    /// How many will never be sent, by reason.
    public let dead: [String: Int]
    public let lastSuccessAt: Date?
}
