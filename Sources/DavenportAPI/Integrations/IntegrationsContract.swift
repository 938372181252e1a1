extension AreaContract {
    /// The contract for other programs: keys, calendars and bots. Every community has this area, but `isShared` is false, because
    /// calendars contain the episodes and tasks of other areas.
    public static let integrations = AreaContract(
        "integrations",
        chapters: [
            Chapter(
                "Integrations", "Keys, by which calendars and players of videos work for you, and bots.",
                Endpoints.accessKeys + Endpoints.calendars + Endpoints.bots)
        ],
        codes: [.limitReached, .webhooksUnavailable], meanings: .integrations)
}
