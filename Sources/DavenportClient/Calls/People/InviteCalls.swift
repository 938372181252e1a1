import DavenportAPI
import Foundation

extension DavenportClient {
    /// Make an invite; its code is shown this once.
    public var createInvite: Call<NewInvite, InviteWithCode> { Call(self, Endpoints.createInvite) }
    /// The invites I made, latest first, with who came in by them.
    public var listInvites: Call<PageQuery, Page<Invite>> { Call(self, Endpoints.listInvites) }
    /// Withdraw what is unused of an invite I made.
    public var withdrawInvite: Call<InviteReference, NoContent> { Call(self, Endpoints.withdrawInvite) }
    /// What a code leads to.
    public var lookUpInvite: Call<InviteCodeQuery, InvitePreview> { Call(self, Endpoints.lookUpInvite) }
}

extension Call where In == InviteReference {
    /// Calls an endpoint about an invite of mine.
    public func callAsFunction(inviteID: UUID) async throws -> Out { try await self(In(inviteID: inviteID)) }
}

extension Call where In == InviteCodeQuery {
    /// Calls an endpoint about the code of an invite.
    public func callAsFunction(code: String) async throws -> Out { try await self(In(code: code)) }
}
