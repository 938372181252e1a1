import DavenportAPI
import Domain

extension UseCases {
    /// Lists the rooms that the caller is in, archived ones too, with latest activity first.
    public func listRooms(_ caller: Caller, _ input: RoomQuery) async throws -> Page<Room> {
        let after = try Cursor(input.after, parts: 2).map { (activity: try $0.date(0), roomID: try $0.uuid(1)) }
        let rooms = try await database.transaction(for: caller) { transaction in
            try await RoomListRepository(transaction).rooms(
                .init(
                    userID: caller.userID, kinds: input.kind.map { [$0] } ?? Subject.Kind.allCases, group: input.group,
                    active: input.archived != true, archived: input.archived != false, after: after, limit: input.limit + 1))
        }
        return Page(await pictured(rooms), limit: input.limit) { Cursor([Cursor.part($0.lastActivityAt), $0.id.lowercased]) }
    }
}
