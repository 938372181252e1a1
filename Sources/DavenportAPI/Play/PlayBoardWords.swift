extension Words {
    /// What is on boards.
    static let boards: Words = [
        "period": .init(meaning: "The days that count: a week's, Monday to Sunday, or all."),
        "of": .init(meaning: "Any day of the week; today's week unless given.", example: "2026-11-18"),
        "PlayBoard.from": .init(meaning: "The week's Monday; absent for all time.", example: "2026-11-16"),
        "PlayBoard.to": .init(meaning: "The week's Sunday; absent for all time.", example: "2026-11-22"),
        "playerCount": .init(meaning: "How many people are ranked.", example: 4),
        "PlayBoardEntry.rank": .init(meaning: "1 + the number of people with more: equals share it.", example: 1),
        "PlayBoardEntry.user": .init(
            meaning: "Absent where one of the two blocks the other, and for others than friends of whoever is named to these alone."),
        "PlayBoardEntry.score": .init(meaning: "The sum over their plays.", example: 12_480),
        "PlayBoardEntry.days": .init(meaning: "On how many days they had a word.", example: 5),
        "PlayBoardEntry.bestWord": .init(meaning: "The word that scored most on any of these days."),
    ]
}
