import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create an account. Communities that aren't open require an invite.
    public var signUp: Call<NewUser, SignedIn> { Call(self, Endpoints.signUp) }
    /// Log in on this device, with e-mail address and password.
    public var logIn: Call<NewSession, SignedIn> { Call(self, Endpoints.logIn) }
    /// List your sessions.
    public var listSessions: Call<NoInput, Items<Session>> { Call(self, Endpoints.listSessions) }
    /// End the current session.
    public var endCurrentSession: Call<NoInput, NoContent> { Call(self, Endpoints.endCurrentSession) }
    /// End one of your sessions.
    public var endSession: Call<SessionReference, NoContent> { Call(self, Endpoints.endSession) }
    /// End all of your other sessions.
    public var endOtherSessions: Call<NoInput, NoContent> { Call(self, Endpoints.endOtherSessions) }
    /// Retrieve your account.
    public var showMe: Call<NoInput, Me> { Call(self, Endpoints.showMe) }
    /// Change your account. A new e-mail address requires the current password.
    public var changeMe: Call<AccountChange, Me> { Call(self, Endpoints.changeMe) }
    /// Change your password, and end all of your other sessions and your keys.
    public var changePassword: Call<PasswordChange, NoContent> { Call(self, Endpoints.changePassword) }
    /// Delete your account permanently.
    public var deleteAccount: Call<AccountDeletion, NoContent> { Call(self, Endpoints.deleteAccount) }
    /// Export all of your data.
    public var exportMe: Call<NoInput, Attachment> { Call(self, Endpoints.exportMe) }
}

extension Call where In == SessionReference {
    /// Calls an endpoint with one of your sessions.
    public func callAsFunction(sessionID: UUID) async throws -> Out { try await self(In(sessionID: sessionID)) }
}

extension Call where In == NewSession {
    /// Logs in. To use the new session, pass the answer's token to `DavenportClient.authorized(by:)`.
    /// - Parameter deviceName: the name that the list of sessions shows for this session; 1 to 100 characters.
    public func callAsFunction(email: String, password: String, deviceName: String? = nil) async throws -> Out {
        try await client.call(
            endpoint, NewSession(deviceName: deviceName), credentials: Credentials(email: email, password: password))
    }
}
