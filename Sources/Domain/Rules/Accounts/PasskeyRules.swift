import DavenportAPI
import Foundation
import WebAuthn

/// Passkeys (rules 27).
enum PasskeyRules {
    /// The most passkeys of a person (rule 27.1).
    static let limit = 20
    /// How long a challenge works, in seconds (rule 27.4).
    static let challengeLifetime: TimeInterval = 5 * 60
    /// The same in milliseconds, as clients read it.
    static let timeout = Int(challengeLifetime * 1000)
    /// How long a session is confirmed, in seconds (rule 27.2).
    static let confirmationLifetime: TimeInterval = 5 * 60
    /// The number of random bytes in a challenge (rule 27.4).
    static let challengeSize = 32
    /// The most open challenges of a session (rule 27.4). A newer one ends the oldest.
    static let challengesOfSession = 10
    /// The most open challenges of people who aren't signed in, in one tenant (rule 27.4). A newer one ends the oldest.
    static let challengesOfVisitors = 10_000
    /// The time before a change of the address, in seconds (rule 27.10). If the account gets its earlier address back, passkeys
    /// that were added in that time end too.
    static let undoneBefore: TimeInterval = 24 * 3600
    /// The name of a passkey whose maker isn't known.
    static let unknownName = "Passkey"
    /// The algorithms of signatures, best first.
    static let algorithms: [PasskeyAlgorithm] = [.es256, .edDSA, .rs256]
    /// A public key in the form of COSE: the base point of P-256. A log-in with an unknown passkey verifies its signature with this
    /// key, so that it takes as long as with a known one. The result counts for nothing.
    static let nobodysKey: [UInt8] =
        [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + [
            0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
            0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
        ] + [0x22, 0x58, 0x20] + [
            0x4F, 0xE3, 0x42, 0xE2, 0xFE, 0x1A, 0x7F, 0x9B, 0x8E, 0xE7, 0xEB, 0x4A, 0x7C, 0x0F, 0x9E, 0x16,
            0x2B, 0xCE, 0x33, 0x57, 0x6B, 0x31, 0x5E, 0xCE, 0xCB, 0xB6, 0x40, 0x68, 0x37, 0xBF, 0x51, 0xF5,
        ]

    /// Returns the bytes by which a passkey names its person: those of the person's id.
    static func userHandle(of userID: UUID) -> [UInt8] { withUnsafeBytes(of: userID.uuid) { Array($0) } }
}

extension AuditEvent {
    static let passkeyAdded = Self("passkey.added")
    static let passkeyRemoved = Self("passkey.removed")
    /// A passkey was ended, since its sign count went back: it may have been copied.
    static let passkeyEnded = Self("passkey.ended")
    /// An operator changed the apps of a tenant.
    static let appsChanged = Self("tenant.apps_changed")
}
