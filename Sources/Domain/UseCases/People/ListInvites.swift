import DavenportAPI
import Secrets

extension UseCases {
    /// Lists the invites that the caller made, latest first, each with the users who redeemed it. Admins and owners can list
    /// everybody's.
    public func listInvites(_ caller: Caller, _ input: InviteQuery) async throws -> Page<Invite> {
        guard !input.all || caller.role.administers else { throw Problem(.forbidden) }
        let after = try Cursor(input.after, parts: 2).map { (createdAt: try $0.date(0), id: try $0.uuid(1)) }
        let invites = try await database.transaction(for: caller) { transaction in
            try await InviteListRepository(
                transaction, areas.invitedRooms(in: caller.tenant), kekID: services[MasterKey.self].map { $0.id }
            ).list(input.all ? .everybody : .own, for: caller.userID, after: after, limit: input.limit + 1)
        }
        return Page(invites, limit: input.limit) { Cursor([Cursor.part($0.createdAt), $0.id.lowercased]) }
    }
}
