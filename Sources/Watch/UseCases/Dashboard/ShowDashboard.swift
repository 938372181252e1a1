import DavenportAPI
import Domain

extension UseCases {
    /// Shows the caller's active rooms in one section for each group. If there are too many rooms, only those with the
    /// latest activity are shown (rules 7).
    public func showDashboard(_ caller: Caller, _ input: NoInput) async throws -> Dashboard {
        let active = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DashboardRepository($0).active(of: caller.userID)
        }
        let next = try await ChooseNextEpisodes(database: database, guide: guide)(active.groups.map(\.progress), for: caller)
        let groups = await pictured(active.groups.map { $0.progress.group })
        var rooms = await pictured(active.groups.flatMap { $0.rooms })[...]
        let sections = zip(groups, active.groups).map { group, section in
            defer { rooms = rooms.dropFirst(section.rooms.count) }
            return Dashboard.Section(
                group: group, rooms: Array(rooms.prefix(section.rooms.count)), nextEpisode: next[group.id])
        }
        return Dashboard(sections: sections, truncated: active.isTruncated)
    }
}
