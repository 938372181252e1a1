import Domain

extension Area {
    /// The catalogue area: it looks up shows, movies and episodes. The answers that it stores belong to no tenant.
    public static let catalogue = Area(
        "catalogue", tables: [], sharedTables: ["catalogue_entries", "catalogue_pauses", "catalogue_quotas"],
        allowances: [.lookUps, .lookUpsOfCommunity, .fetchedSubtitles, .fetchedSubtitlesOfCommunity])
}
