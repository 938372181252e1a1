import DavenportAPI
import Foundation

extension Call where In == UserReference {
    /// Calls an endpoint with a member of the community.
    public func callAsFunction(userID: UUID) async throws -> Out { try await self(In(userID: userID)) }
}

extension Call where In == InviteQuery {
    /// Lists a page of your own invites.
    public func callAsFunction(_ page: PageQuery) async throws -> Out { try await self(In(after: page.after, limit: page.limit)) }
}

extension Call where In == InviteReference {
    /// Calls an endpoint with an invite.
    public func callAsFunction(inviteID: UUID) async throws -> Out { try await self(In(inviteID: inviteID)) }
}

extension Call where In == InviteCodeQuery {
    /// Calls an endpoint with the code of an invite.
    public func callAsFunction(code: String) async throws -> Out { try await self(In(code: code)) }
}
