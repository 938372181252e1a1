import DavenportAPI
import Foundation

/// An endpoint of a client, ready to be called: `client.createRoom` in `client.createRoom(NewRoom(…))`.
public struct Call<In: Input, Out: Codable & Sendable>: Sendable {
    let client: DavenportClient
    let endpoint: Endpoint<In, Out>

    /// Calls the endpoint; see `DavenportClient.call`.
    public func callAsFunction(_ input: In) async throws -> Out {
        try await client.call(endpoint, input)
    }
}

extension Call where In == NoInput {
    /// Calls an endpoint that takes nothing.
    public func callAsFunction() async throws -> Out {
        try await self(NoInput())
    }
}

extension Call where In == NewSession {
    /// Logs in. The answer's token makes an authorized client.
    /// - Parameter deviceName: tells one's sessions apart; 1 to 100 characters.
    public func callAsFunction(email: String, password: String, deviceName: String? = nil) async throws -> Out {
        try await client.call(
            endpoint, NewSession(deviceName: deviceName), credentials: Credentials(email: email, password: password))
    }
}

// Inputs that do no more than name something may be left out: their labels say it.

extension Call where In == RoomReference {
    public func callAsFunction(roomID: UUID) async throws -> Out { try await self(In(roomID: roomID)) }
}

extension Call where In == MembershipReference {
    public func callAsFunction(roomID: UUID, userID: UUID) async throws -> Out { try await self(In(roomID: roomID, userID: userID)) }
}

extension Call where In == WatchedMark {
    /// - Parameter watchedAt: when, never in the future; now unless given.
    public func callAsFunction(roomID: UUID, watchedAt: Date? = nil) async throws -> Out {
        try await self(In(roomID: roomID, watchedAt: watchedAt))
    }
}

extension Call where In == ReadMark {
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}

extension Call where In == CommentReference {
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}

extension Call where In == UserReference {
    public func callAsFunction(userID: UUID) async throws -> Out { try await self(In(userID: userID)) }
}

extension Call where In == UserQuery {
    public func callAsFunction(username: String) async throws -> Out { try await self(In(username: username)) }
}

extension Call where In == SessionReference {
    public func callAsFunction(sessionID: UUID) async throws -> Out { try await self(In(sessionID: sessionID)) }
}

extension Call where In == InviteReference {
    public func callAsFunction(inviteID: UUID) async throws -> Out { try await self(In(inviteID: inviteID)) }
}

extension Call where In == InviteCodeQuery {
    public func callAsFunction(code: String) async throws -> Out { try await self(In(code: code)) }
}

extension Call where In == DeviceReference {
    public func callAsFunction(apnsToken: String) async throws -> Out { try await self(In(apnsToken: apnsToken)) }
}
