import DavenportAPI

extension Story {
    /// Three rooms of Ada and Bea, each about a film. One room is archived, one is being discussed, and one hasn't
    /// begun.
    static let films = [sunrise, sunset, midnight]

    private static let sunrise = Story(
        13, .beforeSunrise, minutes: 101, by: .bea, with: [.ada], daysAgo: 11, hours: 8,
        [
            .watches(
                .bea, daysAgo: 11, hours: 7,
                "31:00 the listening booth. they keep looking away at the wrong moment, I died",
                "37:30 the big wheel. obviously the big wheel",
                "1:06:00 a phone call across a café table"),
            .watches(
                .ada, daysAgo: 10, hours: 6,
                "4:30 if those two hadn't quarrelled in German there would be no film",
                "31:00 nobody says a word and it's the best scene",
                "58:20 a poet with one word to work with",
                "1:35:30 all the places again, empty, in the morning"),
            .reads(.bea, daysAgo: 9, hours: 12, "1:35:30 there's even the bottle"),
            .reads(.ada, daysAgo: 9, hours: 11),
        ])

    private static let sunset = Story(
        14, .beforeSunset, minutes: 80, by: .ada, with: [.bea], daysAgo: 5, hours: 6,
        [
            .watches(
                .ada, daysAgo: 4, hours: 20,
                "2:10 I've stood in that bookshop!",
                "12:00 they just walk. I looked at the clock: it's nearly real time",
                "1:18:30 and out. I clapped, alone, in my kitchen"),
            .watches(
                .bea, daysAgo: 2, hours: 22,
                "49:00 the boat. finally they sit down",
                "1:02:10 in the car, when she nearly touches his hair",
                "1:13:20 the waltz"),
            .reads(.bea, daysAgo: 2, hours: 19),
            .reads(.ada, daysAgo: 1, hours: 12, "1:02:10 I forgot to breathe there"),
            .reads(.bea, daysAgo: 1, hours: 10, "So. Greece?"),
            .reads(.ada, daysAgo: 0, hours: 22),
        ])

    private static let midnight = Story(
        15, .beforeMidnight, minutes: 109, by: .bea, with: [.ada], daysAgo: 0, hours: 20,
        [.reads(.bea, daysAgo: 0, hours: 19, "Sunday, each at home, same tea?")])
}
