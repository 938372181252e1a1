import Foundation

/// The limits of what devices send, in bytes.
enum PasskeySize {
    /// WebAuthn allows no longer id.
    static let credentialID = 1...1023
    static let clientData = 1...4096
    static let attestation = 1...8192
    static let authenticatorData = 1...8192
    /// A signature of RSA with 8,192 bits has 1,024 bytes.
    static let signature = 1...1024
    /// WebAuthn allows no longer handle.
    static let userHandle = 1...64
}

/// A passkey that a device has made: the JSON of WebAuthn's `RegistrationResponseJSON`, as `PublicKeyCredential.toJSON()` gives it.
/// The server ignores the members that aren't here.
public struct NewPasskey: Input {
    /// The bytes by which the device finds the passkey: 1 to 1,023.
    public let id: Base64URL
    public let response: Response

    /// Creates the input without checking it; the server enforces the limits.
    public init(id: Base64URL, response: Response) {
        (self.id, self.response) = (id, response)
    }

    public init(_ fields: inout Fields) {
        id = fields.required("id", .base64URL(PasskeySize.credentialID))
        response = fields.required("response", object: Response.self)
    }

    /// The answer of the device.
    public struct Response: Input {
        /// What the browser or the system says of the request, as the device signed it: up to 4,096 bytes.
        public let clientDataJSON: Base64URL
        /// The new public key and what the device says of itself: up to 8,192 bytes.
        public let attestationObject: Base64URL

        /// Creates the input without checking it; the server enforces the limits.
        public init(clientDataJSON: Base64URL, attestationObject: Base64URL) {
            (self.clientDataJSON, self.attestationObject) = (clientDataJSON, attestationObject)
        }

        public init(_ fields: inout Fields) {
            clientDataJSON = fields.required("clientDataJSON", .base64URL(PasskeySize.clientData))
            attestationObject = fields.required("attestationObject", .base64URL(PasskeySize.attestation))
        }
    }
}

extension NewPasskey {
    /// Creates the input from what `ASAuthorizationPlatformPublicKeyCredentialRegistration` has.
    public init(credentialID: Data, rawClientDataJSON: Data, rawAttestationObject: Data) {
        self.init(
            id: Base64URL(credentialID),
            response: Response(clientDataJSON: Base64URL(rawClientDataJSON), attestationObject: Base64URL(rawAttestationObject)))
    }
}

/// A signature by a passkey: the JSON of WebAuthn's `AuthenticationResponseJSON`, as `PublicKeyCredential.toJSON()` gives it. The
/// server ignores the members that aren't here.
public struct PasskeySignature: Input {
    /// The bytes by which the device finds the passkey: 1 to 1,023.
    public let id: Base64URL
    public let response: Response

    /// Creates the input without checking it; the server enforces the limits.
    public init(id: Base64URL, response: Response) {
        (self.id, self.response) = (id, response)
    }

    public init(_ fields: inout Fields) {
        id = fields.required("id", .base64URL(PasskeySize.credentialID))
        response = fields.required("response", object: Response.self)
    }

    /// The answer of the device.
    public struct Response: Input {
        /// What the browser or the system says of the request, as the device signed it: up to 4,096 bytes.
        public let clientDataJSON: Base64URL
        /// What the device says of the signature: up to 8,192 bytes.
        public let authenticatorData: Base64URL
        /// The signature: up to 1,024 bytes.
        public let signature: Base64URL
        /// The bytes by which the passkey names its person; nil if the device doesn't keep them.
        public let userHandle: Base64URL?

        /// Creates the input without checking it; the server enforces the limits.
        public init(clientDataJSON: Base64URL, authenticatorData: Base64URL, signature: Base64URL, userHandle: Base64URL? = nil) {
            (self.clientDataJSON, self.authenticatorData) = (clientDataJSON, authenticatorData)
            (self.signature, self.userHandle) = (signature, userHandle)
        }

        public init(_ fields: inout Fields) {
            clientDataJSON = fields.required("clientDataJSON", .base64URL(PasskeySize.clientData))
            authenticatorData = fields.required("authenticatorData", .base64URL(PasskeySize.authenticatorData))
            signature = fields.required("signature", .base64URL(PasskeySize.signature))
            userHandle = fields.optional("userHandle", .base64URL(PasskeySize.userHandle))
        }
    }
}

extension PasskeySignature {
    /// Creates the input from what `ASAuthorizationPlatformPublicKeyCredentialAssertion` has.
    public init(
        credentialID: Data, rawClientDataJSON: Data, rawAuthenticatorData: Data, signature: Data, userID: Data? = nil
    ) {
        self.init(
            id: Base64URL(credentialID),
            response: Response(
                clientDataJSON: Base64URL(rawClientDataJSON), authenticatorData: Base64URL(rawAuthenticatorData),
                signature: Base64URL(signature), userHandle: userID.map { Base64URL($0) }))
    }
}

/// A log-in with a passkey.
public struct PasskeyLogIn: Input {
    /// The signature of a challenge of `makePasskeyLogInOptions`. It must name its person by `userHandle`.
    public let credential: PasskeySignature
    /// The name that the person gives to the device: 1 to 100 characters; nil for none.
    public let deviceName: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(credential: PasskeySignature, deviceName: String? = nil) {
        (self.credential, self.deviceName) = (credential, deviceName)
    }

    public init(_ fields: inout Fields) {
        credential = fields.required("credential", object: PasskeySignature.self)
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

/// A proof that the caller owns the account: the password, or a signature by one of their passkeys.
public struct OwnershipProof: Input {
    /// The current password; nil if there is a signature. The server answers `wrong_password` if it doesn't match.
    public let currentPassword: String?
    /// The signature of a challenge of `makeConfirmationOptions`; nil if there is a password.
    public let credential: PasskeySignature?

    /// Creates the proof by a password.
    public init(currentPassword: String) {
        (self.currentPassword, credential) = (currentPassword, nil)
    }

    /// Creates the proof by a passkey.
    public init(credential: PasskeySignature) {
        (currentPassword, self.credential) = (nil, credential)
    }

    public init(_ fields: inout Fields) {
        currentPassword = fields.optional("currentPassword", .currentPassword)
        credential = fields.optional("credential", object: PasskeySignature.self)
        fields.requireOne(of: "currentPassword", or: "credential")
    }
}

/// A request for what a device needs to make the passkey of somebody who signs up.
public struct NewPasskeyUser: Input {
    /// The code of an invite, as in `NewUser`. Required unless the community's sign-up is open.
    public let invite: String?
    /// The e-mail address of the account; nil if it isn't known yet.
    public let email: String?
    /// The username of the account; nil if the server makes one.
    public let username: String?
    /// The given name: 1 to 60 characters; nil for none.
    public let givenName: String?
    /// The family name: 1 to 60 characters; nil for none.
    public let familyName: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        invite: String? = nil, email: String? = nil, username: String? = nil, givenName: String? = nil, familyName: String? = nil
    ) {
        (self.invite, self.email, self.username) = (invite, email, username)
        (self.givenName, self.familyName) = (givenName, familyName)
    }

    public init(_ fields: inout Fields) {
        invite = fields.optional("invite", .secretCode)
        email = fields.optional("email", .email)
        username = fields.optional("username", .username)
        givenName = fields.optional("givenName", .nameOfPerson)
        familyName = fields.optional("familyName", .nameOfPerson)
    }
}

/// A reference to one of the caller's own passkeys.
public struct PasskeyReference: Input {
    public let passkeyID: UUID

    public init(passkeyID: UUID) {
        self.passkeyID = passkeyID
    }

    public init(_ fields: inout Fields) {
        passkeyID = fields.required("passkeyID", .uuid)
    }
}
