extension Story {
    /// The rooms of all four friends. The first is archived by the end of the fortnight.
    static let theBear = [fishes, forks]

    private static let fishes = Story(
        9, Show.theBear.episode(2, 6), minutes: 66, by: .ada, with: [.bea, .cem, .dora], daysAgo: 12, hours: 16,
        [
            .watches(
                .ada, daysAgo: 12, hours: 15,
                "3:20 everybody is whispering on the porch and I know why already",
                "18:00 how many timers does she have?"),
            .watches(
                .bea, daysAgo: 11, hours: 16,
                "9:15 is that… it IS. and her too? who is left",
                "47:00 put the fork down. put the FORK down"),
            .watches(
                .cem, daysAgo: 10, hours: 16,
                "18:00 seven, I think. one for each fish, and all of them wrong",
                "27:00 ten people talking at once and you still hear the knife. whoever mixed this is a genius"),
            .watches(
                .dora, daysAgo: 9, hours: 2,
                "52:30 the grace, though. for one minute he saves the evening",
                "1:01:40 the CAR"),
            .reads(.ada, daysAgo: 8, hours: 22, "Christmas at my place this year. No fish."),
            .reads(.bea, daysAgo: 8, hours: 20),
            .reads(.cem, daysAgo: 8, hours: 18),
            .reads(.dora, daysAgo: 8, hours: 16),
        ])

    private static let forks = Story(
        10, Show.theBear.episode(2, 7), minutes: 35, by: .ada, with: [.bea, .cem, .dora], daysAgo: 6, hours: 22,
        [
            .watches(
                .dora, daysAgo: 6, hours: 20,
                "2:20 that alarm clock. I felt it in my teeth",
                "12:30 a talking-to about forks, and I sat up straight"),
            .watches(
                .bea, daysAgo: 6, hours: 1,
                "4:10 he walks in there as if into a spaceship",
                "20:40 deep dish! in THAT kitchen!"),
            .watches(
                .ada, daysAgo: 4, hours: 0,
                "23:30 singing in the car. we've all been there",
                "28:10 the two of them and a box of mushrooms. best scene of the year"),
            .reads(.bea, daysAgo: 3, hours: 20, "28:10 I'd peel anything with her"),
            .watches(
                .cem, daysAgo: 2, hours: 4,
                "4:10 no music at all until he's through the door. well, a hum",
                "20:40 the little pot on top, and how he carries it"),
            .reads(.cem, daysAgo: 2, hours: 3),
            .reads(.ada, daysAgo: 1, hours: 20),
        ])
}
