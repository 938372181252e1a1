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
        return Dashboard(
            sections: active.groups.map { .init(group: $0.progress.group, rooms: $0.rooms, nextEpisode: next[$0.progress.group.id]) },
            truncated: active.isTruncated)
    }
}
