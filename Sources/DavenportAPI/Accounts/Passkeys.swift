import Foundation

/// A passkey of the caller: a key pair with which they sign in instead of typing a password (rules 27). The server knows its
/// public key alone.
public struct Passkey: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    /// The name of the device or of the service that keeps the passkey, as far as it is known.
    public let name: String
    public let createdAt: Date
    /// The time of the last sign-in or confirmation with the passkey; nil if there was none.
    public let lastUsedAt: Date?
    /// Whether the passkey is kept in several places, such as a person's devices, so that it outlives the loss of one.
    public let isBackedUp: Bool

    public init(id: UUID, name: String, createdAt: Date, lastUsedAt: Date?, isBackedUp: Bool) {
        (self.id, self.name, self.createdAt) = (id, name, createdAt)
        (self.lastUsedAt, self.isBackedUp) = (lastUsedAt, isBackedUp)
    }
}

/// The caller's passkeys, oldest first.
public struct PasskeyList: Codable, Sendable, Equatable {
    public let passkeys: [Passkey]

    public init(passkeys: [Passkey]) {
        self.passkeys = passkeys
    }
}

/// What a device needs to make a passkey: the JSON of WebAuthn's `PublicKeyCredentialCreationOptions`, as
/// `PublicKeyCredential.parseCreationOptionsFromJSON` takes its member `publicKey`.
public struct PasskeyCreationOptions: Codable, Sendable, Equatable {
    public let publicKey: PublicKey

    public init(publicKey: PublicKey) {
        self.publicKey = publicKey
    }

    /// The options themselves.
    public struct PublicKey: Codable, Sendable, Equatable {
        /// The 32 bytes that the device signs. They work once, for five minutes.
        public let challenge: Base64URL
        public let rp: RelyingParty
        public let user: User
        /// The algorithms of signatures that the server accepts, best first.
        public let pubKeyCredParams: [Parameter]
        /// The number of milliseconds for which the challenge works.
        public let timeout: Int
        /// The caller's passkeys, so that a device doesn't make a second one.
        public let excludeCredentials: [PasskeyDescriptor]
        public let authenticatorSelection: Selection
        /// Always `none`: the server doesn't ask who made the device.
        public let attestation: String

        public init(
            challenge: Base64URL, rp: RelyingParty, user: User, pubKeyCredParams: [Parameter], timeout: Int,
            excludeCredentials: [PasskeyDescriptor], authenticatorSelection: Selection = Selection(), attestation: String = "none"
        ) {
            (self.challenge, self.rp, self.user, self.pubKeyCredParams) = (challenge, rp, user, pubKeyCredParams)
            (self.timeout, self.excludeCredentials) = (timeout, excludeCredentials)
            (self.authenticatorSelection, self.attestation) = (authenticatorSelection, attestation)
        }
    }

    /// The place where the passkey works.
    public struct RelyingParty: Codable, Sendable, Equatable {
        /// The host, without its port.
        public let id: String
        /// The community's name.
        public let name: String

        public init(id: String, name: String) {
            (self.id, self.name) = (id, name)
        }
    }

    /// The person who gets the passkey.
    public struct User: Codable, Sendable, Equatable {
        /// The bytes by which the passkey names its person when it signs them in.
        public let id: Base64URL
        public let name: String
        public let displayName: String

        public init(id: Base64URL, name: String, displayName: String) {
            (self.id, self.name, self.displayName) = (id, name, displayName)
        }
    }

    /// An algorithm of signatures.
    public struct Parameter: Codable, Sendable, Equatable {
        /// Always `public-key`.
        public let type: String
        /// The number of the algorithm in COSE's registry.
        public let alg: Int

        public init(type: String = PasskeyDescriptor.publicKey, alg: Int) {
            (self.type, self.alg) = (type, alg)
        }
    }

    /// Which devices may make the passkey: those that keep its name, so that nobody types one to sign in.
    public struct Selection: Codable, Sendable, Equatable {
        /// Always `required`.
        public let residentKey: String
        /// Always true. Older devices read it instead of `residentKey`.
        public let requireResidentKey: Bool
        /// Always `preferred`: the device asks for a finger, a face or a PIN if it can.
        public let userVerification: String

        public init(residentKey: String = "required", requireResidentKey: Bool = true, userVerification: String = "preferred") {
            (self.residentKey, self.requireResidentKey) = (residentKey, requireResidentKey)
            self.userVerification = userVerification
        }
    }
}

/// What a device needs to sign with a passkey: the JSON of WebAuthn's `PublicKeyCredentialRequestOptions`, as
/// `PublicKeyCredential.parseRequestOptionsFromJSON` takes its member `publicKey`.
public struct PasskeyRequestOptions: Codable, Sendable, Equatable {
    public let publicKey: PublicKey

    public init(publicKey: PublicKey) {
        self.publicKey = publicKey
    }

    /// The options themselves.
    public struct PublicKey: Codable, Sendable, Equatable {
        /// The 32 bytes that the device signs. They work once, for five minutes.
        public let challenge: Base64URL
        /// The number of milliseconds for which the challenge works.
        public let timeout: Int
        /// The host where the passkey works, without its port.
        public let rpId: String
        /// Always `preferred`: the device asks for a finger, a face or a PIN if it can.
        public let userVerification: String
        /// The passkeys that may sign; empty if any may, since nobody is known yet.
        public let allowCredentials: [PasskeyDescriptor]

        public init(
            challenge: Base64URL, timeout: Int, rpId: String, userVerification: String = "preferred", allowCredentials: [PasskeyDescriptor]
        ) {
            (self.challenge, self.timeout, self.rpId) = (challenge, timeout, rpId)
            (self.userVerification, self.allowCredentials) = (userVerification, allowCredentials)
        }
    }
}

/// The name of a passkey in WebAuthn.
public struct PasskeyDescriptor: Codable, Sendable, Equatable {
    /// The only type that WebAuthn has.
    public static let publicKey = "public-key"

    /// Always `public-key`.
    public let type: String
    /// The bytes by which the device finds the passkey.
    public let id: Base64URL

    public init(type: String = PasskeyDescriptor.publicKey, id: Base64URL) {
        (self.type, self.id) = (type, id)
    }
}
