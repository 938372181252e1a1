import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create an invite. No other answer contains its code.
    public var createInvite: Call<NewInvite, InviteWithCode> { Call(self, Endpoints.createInvite) }
    /// List your invites, newest first, with the people who used them. Admins and owners can list everybody's.
    public var listInvites: Call<InviteQuery, Page<Invite>> { Call(self, Endpoints.listInvites) }
    /// Withdraw the unused rest of one of your invites. Admins and owners can withdraw everybody's.
    public var withdrawInvite: Call<InviteReference, NoContent> { Call(self, Endpoints.withdrawInvite) }
    /// Look up the community that an invite leads to.
    public var lookUpInvite: Call<InviteCodeQuery, InvitePreview> { Call(self, Endpoints.lookUpInvite) }
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
