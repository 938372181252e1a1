extension AreaContract {
    /// The contract for reports, warnings and the filter. Every community has this area, but `isShared` is false, because
    /// reports name the rooms and comments of other areas.
    public static let moderation = AreaContract(
        "moderation",
        chapters: [
            Chapter(
                "Moderation", "Reports to the people who run the community, their decisions, and the words they filter.",
                Endpoints.reports + Endpoints.filter)
        ],
        codes: .moderation, kinds: [.reportMade, .reportDue], unmutableKinds: [.moderationWarned], meanings: .moderation)
}

extension NotificationKind {
    /// Somebody reported something that the recipient may decide. It comes once for each thing.
    public static let reportMade = Self(rawValue: "report.made")
    /// A report that the recipient may decide is due in 4 hours.
    public static let reportDue = Self(rawValue: "report.due")
    /// The recipient got a warning. Nobody can mute this kind.
    public static let moderationWarned = Self(rawValue: "moderation.warned")
}

extension Problem.Code {
    /// Somebody has decided the report before.
    public static let reportResolved = Self("report_resolved", 409, "This report is resolved already.")
}

extension [Problem.Code] {
    /// The codes that only the endpoints for moderation declare. A test finds a code that is missing in this list.
    static let moderation: Self = [.reportResolved]
}
