import DavenportAPI
import Foundation

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

extension Call where In == FeedbackChange {
    /// Sets the state of a feedback message.
    public func callAsFunction(feedbackID: UUID, state: FeedbackState) async throws -> Out {
        try await self(In(feedbackID: feedbackID, state: state))
    }
}

extension Call where In == MemberQuery {
    /// Lists a page of all members.
    public func callAsFunction(_ page: PageQuery) async throws -> Out { try await self(In(after: page.after, limit: page.limit)) }
}

extension Call where In == UserQuery {
    /// Finds the user with a username, which must be complete. Case doesn't matter.
    public func callAsFunction(username: String) async throws -> Out { try await self(In(username: username)) }
}
