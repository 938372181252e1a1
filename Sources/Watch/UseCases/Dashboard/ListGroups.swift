import DavenportAPI
import Domain

extension UseCases {
    /// Lists the caller's groups by latest activity, even those whose rooms are all archived. A group is all rooms of the
    /// same people that are about one show, or about movies, or about custom titles.
    public func listGroups(_ caller: Caller, _ input: GroupQuery) async throws -> Page<GroupCard> {
        let after = try Cursor(input.after, parts: 2).map { (activity: try $0.date(0), group: $0.parts[1]) }
        let groups = try await database.transaction(for: caller) { transaction in
            try await DashboardRepository(transaction).groups(of: caller.userID, kind: input.kind, after: after, limit: input.limit + 1)
        }
        let pictured = zip(groups, await pictured(groups.map { $0.group })).map { card, group in
            var card = card
            card.group = group
            return card
        }
        return Page(pictured, limit: input.limit) { Cursor([Cursor.part($0.lastActivityAt), $0.group.id]) }
    }
}
