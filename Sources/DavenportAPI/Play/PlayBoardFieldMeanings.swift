extension FieldMeanings {
    /// The documentation of the fields of `PlayBoard` and of the entries on it.
    static let boards: FieldMeanings = [
        "period": .init(meaning: "The days that count: those of a week, Monday to Sunday, or all."),
        "of": .init(meaning: "Any day of the week; today's week if omitted.", example: "2026-11-18"),
        "PlayBoard.from": .init(meaning: "The week's Monday; absent for all time.", example: "2026-11-16"),
        "PlayBoard.to": .init(meaning: "The week's Sunday; absent for all time.", example: "2026-11-22"),
        "playerCount": .init(meaning: "The number of ranked people.", example: 4),
        "PlayBoardEntry.rank": .init(
            meaning: "1 + the number of people with a higher score. People with the same score share a rank.", example: 1),
        "PlayBoardEntry.user": .init(
            meaning: """
                Absent if you block the person or they block you, and if they show their name to their friends only and you aren't one.
                """),
        "PlayBoardEntry.score": .init(meaning: "The sum of their plays' scores.", example: 12_480),
        "PlayBoardEntry.days": .init(meaning: "The number of days on which they had a word.", example: 5),
        "PlayBoardEntry.bestWord": .init(meaning: "Their word with the highest score on any of these days."),
    ]
}
