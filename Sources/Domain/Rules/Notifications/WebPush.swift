import DavenportAPI
import Foundation
import Secrets

/// A browser's subscription at its maker's push service.
public struct WebPushSubscription: Sendable, Equatable {
    /// The address at which the push service takes messages for the browser. It is secret: a sender with it and the keys
    /// reaches the browser.
    public let endpoint: String
    /// The browser's public key, 65 bytes.
    public let p256dh: [UInt8]
    /// The browser's secret, 16 bytes.
    public let auth: [UInt8]

    public init(endpoint: String, p256dh: [UInt8], auth: [UInt8]) {
        self.endpoint = endpoint
        self.p256dh = p256dh
        self.auth = auth
    }

    /// The device token of the subscription, which identifies its row.
    public var token: String { Digest.sha256(endpoint.utf8).hexadecimal }
}

/// A tenant's key for browsers, encrypted as the database stores it.
struct SealedWebPushKey: Sendable {
    let tenantID: UUID
    let id: UUID
    let envelope: Envelope

    /// The text to which the encryption of the key is bound, so that it can't be decrypted in another row.
    var place: String { Self.place(of: id, in: tenantID) }

    /// Returns the text to which the encryption of a key is bound. It must never change, because stored keys couldn't be
    /// decrypted any more.
    static func place(of id: UUID, in tenantID: UUID) -> String { "web push key \(id.lowercased) of tenant \(tenantID.lowercased)" }
}
