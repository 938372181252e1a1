import Domain

extension Area {
    /// What there is to watch. What is kept of it is no tenant's.
    public static let catalogue = Area(
        "catalogue", tables: [], sharedTables: ["catalogue_entries", "catalogue_pauses"], allowances: [.lookUps])
}
