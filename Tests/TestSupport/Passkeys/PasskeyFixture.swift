import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import WebAuthn

/// A community with a host, and devices that make passkeys for it.
public struct PasskeyFixture: Sendable {
    public static let host = "sofa.example.org"
    public static let origin = "https://sofa.example.org"

    public let server: TestServer

    /// - Parameter server: a server whose community has the host.
    public init(server: TestServer) { self.server = server }

    /// Runs a test with a community.
    public static func with(
        signup: SignupPolicy = .invite, trustedProxies: Int = 0, _ body: @escaping @Sendable (PasskeyFixture) async throws -> Void
    ) async throws {
        try await TestServer.with(signup: signup, trustedProxies: trustedProxies) { server in
            try await server.addHost(host)
            try await body(PasskeyFixture(server: server))
        }
    }

    /// Returns the passkey that a device makes for these options.
    public func made(
        _ options: PasskeyCreationOptions, by device: SoftwareAuthenticator, origin: String = Self.origin, rpID: String? = nil,
        userVerified: Bool = true
    ) throws -> NewPasskey {
        try options.made(by: device, origin: origin, rpID: rpID, userVerified: userVerified)
    }

    /// Returns what a device's passkey signs for these options.
    /// - Parameter userID: whose passkey the device says it is; nil if it doesn't say so.
    public func signed(
        _ options: PasskeyRequestOptions, by device: inout SoftwareAuthenticator, of userID: UUID?, origin: String = Self.origin,
        userVerified: Bool = true
    ) throws -> PasskeySignature {
        try options.signed(by: &device, of: userID, origin: origin, userVerified: userVerified)
    }

    /// Confirms the session of a token with the person's password.
    public func confirm(_ person: Person, token: String? = nil) async throws {
        let body: Body = ["currentPassword": .string(person.password)]
        let answer = try await server.call(.post, "/v1/me/confirmation", token: token ?? person.token, json: body)
        guard answer.status == 204 else { throw UnexpectedAnswer(answer: answer, expected: "204") }
    }

    /// Returns the options for a new passkey of a person whose session is confirmed first.
    public func creationOptions(_ person: Person) async throws -> PasskeyCreationOptions {
        try await confirm(person)
        return try await server.call(.post, "/v1/me/passkeys/options", token: person.token).expecting(201)
    }

    /// Adds the passkey of a device to an account.
    @discardableResult
    public func add(_ device: SoftwareAuthenticator, to person: Person, userVerified: Bool = true) async throws -> Passkey {
        let new = try made(try await creationOptions(person), by: device, userVerified: userVerified)
        return try await server.call(.post, "/v1/me/passkeys", token: person.token, json: new).expecting(201)
    }

    /// Returns the options for a log-in.
    public func logInOptions(headers: [String: String] = ["Host": Self.host]) async throws -> PasskeyRequestOptions {
        try await server.call(.post, "/v1/passkey-sessions/options", headers: headers).expecting(201)
    }

    /// Logs in with a signature, and returns the answer.
    public func logIn(
        _ signature: PasskeySignature, deviceName: String? = nil, headers: [String: String] = ["Host": Self.host]
    ) async throws -> Answer {
        try await server.call(
            .post, "/v1/passkey-sessions", json: PasskeyLogIn(credential: signature, deviceName: deviceName), headers: headers)
    }

    /// Logs in with a device's passkey.
    public func logIn(_ device: inout SoftwareAuthenticator, of person: Person, userVerified: Bool = true) async throws -> Answer {
        try await logIn(try signed(try await logInOptions(), by: &device, of: person.id, userVerified: userVerified))
    }

    /// Returns the passkeys that somebody sees.
    public func passkeys(of person: Person) async throws -> [Passkey] {
        try await server.call(.get, "/v1/me/passkeys", token: person.token).expecting(200, PasskeyList.self).passkeys
    }

    /// Removes a passkey, and returns the answer.
    public func remove(_ passkey: Passkey, of person: Person, token: String? = nil) async throws -> Answer {
        try await server.call(.delete, "/v1/me/passkeys/\(passkey.id.uuidString.lowercased())", token: token ?? person.token)
    }

    /// Returns the names of the recorded events whose names have a beginning, in their order.
    public func events(_ beginning: String) async throws -> [String] {
        let rows = try await server.rows("SELECT event FROM audit_entries WHERE event LIKE \(beginning + "%") ORDER BY at, id")
        return try rows.map { try $0["event"] }
    }

    /// Signs up with a device's passkey, and returns the answer.
    /// - Parameter password: a password that the request also has; nil for none.
    public func signUp(
        _ name: String, with device: SoftwareAuthenticator, invite: String?, password: String? = nil
    ) async throws -> Answer {
        let asked = NewPasskeyUser(invite: invite, email: "\(name)@example.org", username: name)
        let options: PasskeyCreationOptions = try await server.call(
            .post, "/v1/passkey-sign-ups/options", json: asked
        ).expecting(201)
        let user = NewUser(
            invite: invite, email: "\(name)@example.org", password: password, username: name, passkey: try made(options, by: device))
        return try await server.call(.post, "/v1/users", json: user)
    }

    /// Creates an account without a password.
    public func person(_ name: String, with device: SoftwareAuthenticator) async throws -> Person {
        let signedIn = try await signUp(name, with: device, invite: try await server.invite()).expecting(201, SignedIn.self)
        return Person(id: signedIn.user.id, username: name, email: signedIn.user.email, password: "", token: signedIn.token)
    }
}

extension TestServer {
    /// Gives the community a host.
    public func addHost(_ host: String) async throws {
        try await rows("INSERT INTO tenant_hosts (host, tenant_id) VALUES (\(host), \(tenant.id))")
    }
}
