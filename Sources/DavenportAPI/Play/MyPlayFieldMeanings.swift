extension FieldMeanings {
    /// The documentation of the fields of `PlayProfile` and `PlayWeek`, which have a person's statistics.
    static let myPlay: FieldMeanings = [
        "namedTo": .init(meaning: "The people who see your name in results and on boards: everyone, or your friends."),
        "longestStreak": .init(
            meaning: "The longest run of consecutive days on which you had a word in a daily challenge.", example: 12),
        "daysPlayed": .init(meaning: "The number of days on which you had a word in a daily challenge.", example: 41),
        "PlayProfile.wordCount": .init(meaning: "The number of words that you played, in any challenge.", example: 388),
        "bestTimed": .init(meaning: "Your best play of a timed daily challenge; absent before the first."),
        "bestUntimed": .init(meaning: "Your best play of an untimed daily challenge; absent before the first."),
        "PlayProfile.bestWord": .init(meaning: "Your word with the highest score in a daily challenge."),
        "order": .init(meaning: "The sort order: by best score, or by the time of the last play."),
        "times": .init(meaning: "The number of plays with the word.", example: 3),
        "bestScore": .init(example: 144),
        "MyWord.playID": .init(meaning: "The play in which it scored `bestScore`.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "firstAt": .init(meaning: "The time at which it was first played."),
        "lastAt": .init(meaning: "The time at which it was last played."),
        "of": .init(meaning: "Any day of the week; today if omitted."),
        "PlayWeek.from": .init(meaning: "The week's Monday.", example: "2026-11-16"),
        "PlayWeek.to": .init(meaning: "The week's Sunday.", example: "2026-11-22"),
        "PlayWeek.days": .init(meaning: "The number of its days, up to today, on which you had a word in a daily challenge.", example: 4),
        "PlayWeek.plays": .init(meaning: "The number of your plays with at least one word.", example: 6),
        "PlayWeek.words": .init(meaning: "The number of words that you played.", example: 40),
        "PlayWeek.newWords": .init(meaning: "The number of those words that you had never played before, in any challenge.", example: 31),
        "PlayWeek.timed": .init(meaning: "Your timed plays; absent if there are none."),
        "PlayWeek.untimed": .init(meaning: "Your untimed plays; absent if there are none."),
        "PlayWeek.Standing.score": .init(meaning: "The sum of the week's scores, up to today.", example: 4210),
        "PlayWeek.Standing.rank": .init(
            meaning: "Your rank on the week's board, which counts past days only; absent until a day that you played is over.", example: 2),
        "PlayWeek.Standing.playCount": .init(meaning: "The number of plays in the sum.", example: 4),
        "PlayWeek.bestWord": .init(meaning: "The word with the highest score."),
        "longestWord": .init(meaning: "The longest word."),
        "PlayWeek.streak": .init(
            meaning: "The number of consecutive days, up to the week's end or today, on which you had a word.", example: 5),
    ]
}
