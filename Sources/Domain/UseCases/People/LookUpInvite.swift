import DavenportAPI
import Secrets

extension UseCases {
    /// Shows a visitor the invite whose code they send.
    public func lookUpInvite(_ visitor: Visitor, _ input: InviteCodeQuery) async throws -> InvitePreview {
        let invite = try await throttle.attempt(.secretCode(from: visitor.address), for: visitor) {
            guard let code = InviteCode(input.code) else { throw Problem(.inviteInvalid) }
            let found = try await database.transaction(for: visitor, .singleRoundTrip) {
                try await InviteRepository($0).find(code)
            }
            return try found.required(in: visitor.tenant)
        }
        return InvitePreview(
            tenant: .init(name: visitor.tenant.name, slug: visitor.tenant.slug), inviter: invite.maker, role: invite.role,
            expiresAt: invite.expiresAt, rooms: try await rooms(of: invite, visitor))
    }

    /// Returns the rooms that the holder of an invite's code joins by signing up now, with their posters.
    private func rooms(of invite: RedeemableInvite, _ visitor: Visitor) async throws -> [InvitedRoom] {
        guard let makerID = invite.maker?.id, !invite.roomIDs.isEmpty, let invitedRooms = areas.invitedRooms(in: visitor.tenant) else {
            return []
        }
        let found = try await database.transaction(for: visitor, .singleRoundTrip) {
            try await InvitedRoomRepository($0, invitedRooms).rooms(invite.roomIDs, of: makerID)
        }
        let rooms = found.filter { !$0.isFull }.map { $0.room }
        let posters = try await invitedRooms.posters(self, rooms.map { $0.id }, visitor)
        return rooms.map { InvitedRoom(id: $0.id, title: $0.title, poster: posters[$0.id]) }
    }
}
