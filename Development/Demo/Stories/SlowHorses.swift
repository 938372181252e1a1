extension Story {
    /// The rooms of Ada and Cem. The first is archived by the end of the fortnight. In the second, there are comments
    /// that Ada hasn't read.
    static let slowHorses = [failure, workDrinks]

    private static let failure = Story(
        11, Show.slowHorses.episode(1, 1), minutes: 52, by: .cem, with: [.ada], daysAgo: 10, hours: 12,
        [
            .watches(
                .cem, daysAgo: 10, hours: 11,
                "2:00 Stansted looks exactly like Stansted",
                "5:30 which shirt was it now? I had to rewind",
                "14:20 and THAT is the office. you can smell the damp"),
            .watches(
                .ada, daysAgo: 9, hours: 4,
                "16:40 the sock. the hole in the sock. what an entrance",
                "21:00 sorting a stranger's rubbish on the office floor, in a tie",
                "29:10 Sid and the spilled tea: that's how it's done"),
            .reads(.cem, daysAgo: 8, hours: 10, "29:10 four seconds. I counted"),
            .reads(.ada, daysAgo: 8, hours: 9),
        ])

    private static let workDrinks = Story(
        12, Show.slowHorses.episode(1, 2), minutes: 43, by: .ada, with: [.cem], daysAgo: 4, hours: 2,
        [
            .watches(
                .ada, daysAgo: 3, hours: 22,
                "6:00 their briefing room and Lamb's office: one service, two centuries",
                "9:20 Taverner knows more than she tells that room",
                "30:40 work drinks, and the right two turn up"),
            .watches(
                .cem, daysAgo: 0, hours: 2,
                "13:10 a man who is nowhere on the internet. Roddy takes it personally",
                "30:40 Louisa and Min! finally somebody enjoys working there",
                "40:30 Sid!!"),
            .reads(.cem, daysAgo: 0, hours: 1, "Don't read this before you've eaten."),
        ])
}
