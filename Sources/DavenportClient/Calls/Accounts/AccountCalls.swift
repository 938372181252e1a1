import DavenportAPI
import Foundation

extension DavenportClient {
    /// Make an account, with an invite where the community asks for one.
    public var signUp: Call<NewUser, SignedIn> { Call(self, Endpoints.signUp) }
    /// Log in on this device, with e-mail and password.
    public var logIn: Call<NewSession, SignedIn> { Call(self, Endpoints.logIn) }
    /// Where I am logged in.
    public var listSessions: Call<NoInput, Items<Session>> { Call(self, Endpoints.listSessions) }
    /// Log out here.
    public var endCurrentSession: Call<NoInput, NoContent> { Call(self, Endpoints.endCurrentSession) }
    /// Log out on one device.
    public var endSession: Call<SessionReference, NoContent> { Call(self, Endpoints.endSession) }
    /// Log out everywhere but here.
    public var endOtherSessions: Call<NoInput, NoContent> { Call(self, Endpoints.endOtherSessions) }
    /// My account.
    public var showMe: Call<NoInput, Me> { Call(self, Endpoints.showMe) }
    /// Change my account; a new e-mail address takes the password.
    public var changeMe: Call<AccountChange, Me> { Call(self, Endpoints.changeMe) }
    /// Change my password and log out everywhere but here.
    public var changePassword: Call<PasswordChange, NoContent> { Call(self, Endpoints.changePassword) }
    /// Delete my account for good.
    public var deleteAccount: Call<AccountDeletion, NoContent> { Call(self, Endpoints.deleteAccount) }
    /// Everything of mine, to take along.
    public var exportMe: Call<NoInput, Attachment> { Call(self, Endpoints.exportMe) }
}

extension Call where In == SessionReference {
    /// Calls an endpoint about one of my sessions.
    public func callAsFunction(sessionID: UUID) async throws -> Out { try await self(In(sessionID: sessionID)) }
}

extension Call where In == NewSession {
    /// Logs in. The answer's token makes an authorized client.
    /// - Parameter deviceName: tells one's sessions apart; 1 to 100 characters.
    public func callAsFunction(email: String, password: String, deviceName: String? = nil) async throws -> Out {
        try await client.call(
            endpoint, NewSession(deviceName: deviceName), credentials: Credentials(email: email, password: password))
    }
}
