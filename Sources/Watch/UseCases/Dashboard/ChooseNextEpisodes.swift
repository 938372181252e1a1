import DavenportAPI
import Domain
import Foundation

/// Determines the next episode of each group for the dashboard (rules 7).
///
/// With a catalogue, the catalogue's `EpisodeOrder` decides, and this is its cached answer. Without one, and for shows that
/// are known by their titles, `EpisodeRules` decides: it is the episode with the next number.
struct ChooseNextEpisodes {
    let database: Database
    let guide: MediaGuide?

    /// Determines the next episodes.
    /// - Returns: the next episode of each group, by the group's id. A group is left out if it has no next episode, or
    ///   if the catalogue's answer isn't cached.
    func callAsFunction(_ groups: [DashboardRepository.GroupProgress], for caller: Caller) async throws -> [String: NextEpisode] {
        let unlisted = groups.filter { guide == nil || $0.group.showID.map { $0 < 0 } == true }
        var next = unlisted.reduce(into: [String: NextEpisode]()) { next, group in
            next[group.group.id] = group.latest.flatMap { NextEpisode(after: $0.episode, ofSeason: $0.season) }
        }
        let positions = groups.reduce(into: [:]) { $0[$1.group.id] = $1.position }.filter { $0.value.showID > 0 }
        guard let guide, !positions.isEmpty else { return next }
        let upcoming = await guide.upcoming(Set(positions.values))
        var renumbered: [String] = []
        for (group, position) in positions {
            switch upcoming[position] {
            case .next(let episode): next[group] = episode
            case .renumbered: renumbered.append(group)
            case nil: break
            }
        }
        return try await next.merging(of(renumbered, positions, guide, caller)) { $1 }
    }

    /// Returns the next episodes of groups whose shows were renumbered. The next episode depends on all the episodes
    /// that the group has rooms for, which are read from the database.
    private func of(
        _ groups: [String], _ positions: [String: ShowPosition], _ guide: MediaGuide, _ caller: Caller
    ) async throws -> [String: NextEpisode] {
        guard !groups.isEmpty else { return [:] }
        let seen = try await database.transaction(for: caller, .singleRoundTrip) {
            try await SeenEpisodeRepository($0).seen(by: groups)
        }
        var next: [String: NextEpisode] = [:]
        for group in groups {
            guard let showID = positions[group]?.showID else { continue }
            next[group] = await guide.upcomingOfRenumbered(showID, seen[group] ?? [])
        }
        return next
    }
}

extension DashboardRepository.GroupProgress {
    /// The position of the group's latest episode; nil if the group has no room for a regular episode.
    var position: ShowPosition? {
        group.showID.flatMap { showID in latest.map { ShowPosition(showID: showID, season: $0.season, episode: $0.episode) } }
    }
}
