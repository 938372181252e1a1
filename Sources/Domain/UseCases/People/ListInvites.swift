import DavenportAPI

/// Lists the invites that the caller made, latest first, each with the users who redeemed it.
public struct ListInvites: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: PageQuery) async throws -> Page<Invite> {
        let after = try Cursor(input.after, parts: 2).map { (createdAt: try $0.date(0), id: try $0.uuid(1)) }
        let invites = try await database.transaction(for: caller) { transaction in
            try await InviteListRepository(transaction).list(of: caller.userID, after: after, limit: input.limit + 1)
        }
        return Page(invites, limit: input.limit) { Cursor([Cursor.part($0.createdAt), $0.id.lowercased]) }
    }
}
