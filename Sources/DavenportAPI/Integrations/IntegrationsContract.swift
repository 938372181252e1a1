extension AreaContract {
    /// The contract for other programs: keys and calendars.
    public static let integrations = AreaContract(
        "integrations", isShared: true,
        chapters: [
            Chapter(
                "Integrations", "Keys, by which calendars and players of videos work for you.", Endpoints.accessKeys + Endpoints.calendars)
        ],
        codes: [.limitReached], meanings: .integrations)
}
