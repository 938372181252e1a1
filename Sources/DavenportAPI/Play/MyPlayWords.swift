extension Words {
    /// What somebody has played so far, and their week.
    static let myPlay: Words = [
        "namedTo": .init(meaning: "Who reads the caller's name in results and on boards: everyone, or their friends."),
        "longestStreak": .init(meaning: "The most days in a row, ever, on which the caller had a word in a daily challenge.", example: 12),
        "daysPlayed": .init(meaning: "On how many days the caller had a word in a daily challenge.", example: 41),
        "PlayProfile.wordCount": .init(meaning: "How often the caller played a word, in any challenge.", example: 388),
        "bestTimed": .init(meaning: "The best play of a timed daily challenge; absent before the first."),
        "bestUntimed": .init(meaning: "The best play of an untimed daily challenge; absent before the first."),
        "PlayProfile.bestWord": .init(meaning: "The word that scored most in a daily challenge."),
        "order": .init(meaning: "By best score, or by when they were last played."),
        "times": .init(meaning: "In how many plays.", example: 3),
        "bestScore": .init(example: 144),
        "MyWord.playID": .init(meaning: "The play in which it scored that.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "firstAt": .init(meaning: "When it was first played."),
        "lastAt": .init(meaning: "When it was last played."),
        "of": .init(meaning: "Any day of the week; today unless given."),
        "PlayWeek.from": .init(meaning: "The week's Monday.", example: "2026-11-16"),
        "PlayWeek.to": .init(meaning: "The week's Sunday.", example: "2026-11-22"),
        "PlayWeek.days": .init(meaning: "On how many of its days, up to today, the caller had a word in a daily challenge.", example: 4),
        "PlayWeek.plays": .init(meaning: "How many plays of theirs have a word.", example: 6),
        "PlayWeek.words": .init(meaning: "How often they played a word.", example: 40),
        "PlayWeek.newWords": .init(meaning: "How many of those words they had never played before, in any challenge.", example: 31),
        "PlayWeek.timed": .init(meaning: "Absent where the caller played no timed one."),
        "PlayWeek.untimed": .init(meaning: "Absent where the caller played no untimed one."),
        "PlayWeek.Standing.score": .init(meaning: "The sum of the week's scores, up to today.", example: 4210),
        "PlayWeek.Standing.rank": .init(
            meaning: "On the week's board, which counts days that are over; absent before the first of them that they played.", example: 2),
        "PlayWeek.Standing.playCount": .init(meaning: "How many plays the sum is of.", example: 4),
        "PlayWeek.bestWord": .init(meaning: "The word that scored most."),
        "longestWord": .init(meaning: "The word of most letters."),
        "PlayWeek.streak": .init(meaning: "Days in a row, up to the week's end or today, on which the caller had a word.", example: 5),
    ]
}
