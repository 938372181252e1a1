import DavenportAPI

extension Lesson {
    /// The tasks of Greta, the teacher. Together they show each state that an assignment can have.
    static let all = [breathing, saltarello, longTones, recital]

    private static let breathing = Lesson(
        taskID: id(1), title: "Breathing, lying down", description: "Ten minutes with a book on your belly. Any book.", dueInDays: -10,
        made: Ago(days: 13, hours: 12), students: [.finn, .ida],
        steps: [
            .by(.ida, .submit, daysAgo: 11, hours: 18, "Done, with an atlas."),
            .to(.ida, .entry(.complete), daysAgo: 10, hours: 20, "An atlas! Now you can hold anything.", word: "strong"),
            .to(.finn, .entry(.complete), daysAgo: 10, hours: 19, word: "calm"),
        ])

    private static let saltarello = Lesson(
        taskID: id(2), title: "The Saltarello, slowly", description: "Bars 1 to 24, at 60 a minute.\nThe repeat as well.", priority: .high,
        tags: ["flute", "dance"], maxPoints: 10, dueInDays: 3, made: Ago(days: 9, hours: 6), students: [.finn, .ida, .jon],
        steps: [
            .by(.finn, .message, daysAgo: 7, hours: 5, "Bar 9: is that a trill or a smudge?"),
            .to(.finn, .entry(.message), daysAgo: 7, hours: 3, "A smudge. There was jam on my scanner."),
            .by(.ida, .submit, daysAgo: 5, hours: 4, "All of it, with the repeat!"),
            .to(.ida, .entry(.return), daysAgo: 4, hours: 20, "Lovely, and at 90. Now at 60.", points: 6),
            .by(.jon, .message, daysAgo: 3, hours: 2, "My flute is at the repair shop. Can I whistle it?"),
            .by(.finn, .submit, daysAgo: 2, hours: 4, "Bars 1 to 24, twice without stopping."),
            .to(.finn, .draft, daysAgo: 1, hours: 8, "The repeat is steadier than the beginning.", points: Hundredths(count: 850)),
        ])

    private static let longTones = Lesson(
        taskID: id(3), title: "Long tones", description: "From the low C up, each as long as you can.", priority: .low, tags: ["flute"],
        dueInDays: -1, made: Ago(days: 8, hours: 6), students: [.finn, .ida, .jon],
        steps: [
            .to(.finn, .entry(.complete), daysAgo: 4, hours: 18, "As in the lesson: 20 seconds.", word: "steady"),
            .to(.jon, .entry(.excuse), daysAgo: 2, hours: 20, "No flute, no tones."),
        ])

    private static let recital = Lesson(
        taskID: id(4), title: "Recital: choose a piece", description: "Five minutes at most. Something that you like.",
        made: Ago(days: 1, hours: 7))
}
