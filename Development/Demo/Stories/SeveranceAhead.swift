extension Story {
    /// The rooms of Ada and Dora, who are already in the second season.
    static let severanceAhead = [helloCobel, goodbyeSelvig, whoIsAlive]

    private static let helloCobel = Story(
        6, Show.severance.episode(2, 1), minutes: 48, by: .dora, with: [.ada], daysAgo: 12, hours: 20,
        [
            .watches(
                .dora, daysAgo: 12, hours: 19,
                "1:30 he runs for two minutes and the camera runs better",
                "9:40 why do the balloons have his face",
                "24:30 a cartoon. and the building talks"),
            .watches(
                .ada, daysAgo: 11, hours: 0,
                "1:30 stop it anywhere: every wall is the same wall",
                "17:20 a child as deputy manager and nobody blinks",
                "38:10 all four in one room again, and I don't trust one of them"),
            .reads(.dora, daysAgo: 10, hours: 22, "38:10 I trust Dylan. Dylan can't keep a secret from a vending machine"),
            .reads(.ada, daysAgo: 10, hours: 20),
        ])

    private static let goodbyeSelvig = Story(
        7, Show.severance.episode(2, 2), minutes: 46, by: .ada, with: [.dora], daysAgo: 5, hours: 20,
        [
            .watches(
                .ada, daysAgo: 5, hours: 19,
                "2:40 a whole hour outside. you can breathe",
                "18:30 the interview at the door company",
                "31:15 who is Irving calling from a phone box?"),
            .watches(
                .dora, daysAgo: 3, hours: 1,
                "18:30 forty kinds of doors and none for him",
                "26:00 Milchick on a motorbike. he'd be early even in a blizzard"),
            .reads(.dora, daysAgo: 2, hours: 23),
            .reads(.ada, daysAgo: 2, hours: 20, "Next one whenever you like, I'm off on Thursday."),
            .reads(.dora, daysAgo: 2, hours: 2),
        ])

    private static let whoIsAlive = Story(
        8, Show.severance.episode(2, 3), minutes: 53, by: .ada, with: [.dora], daysAgo: 2, hours: 0,
        [
            .watches(
                .ada, daysAgo: 1, hours: 23,
                "11:50 they have a hill. indoors. with goats on it",
                "16:00 the paintings that Milchick is given. his face says it all and he says nothing",
                "28:20 Dylan has a visitor. I cried into my tea",
                .at(50, 10, "they can't stop THERE"))
        ])
}
