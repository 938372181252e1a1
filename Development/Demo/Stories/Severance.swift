extension Story {
    /// The rooms of two groups that watch the same show. The first group watches from the start, the second is a season
    /// ahead. The first three rooms of the first group are archived by the end of the fortnight.
    static let severance = [hell, halfLoop, perpetuity, youYou, barbarity] + severanceAhead

    static let hell = Story(
        1, Show.severance.episode(1, 1), minutes: 57, by: .ada, with: [.bea, .cem], daysAgo: 13, hours: 22,
        [
            .watches(
                .ada, daysAgo: 13, hours: 21,
                "0:40 who wakes up on a TABLE",
                "6:50 crying in the car park before work. I feel seen",
                "15:43 that hallway!",
                "27:10 right on the head. good throw, to be fair",
                .at(44, 5, "a dinner party without dinner. I know people like this"),
                "55:50 NO. the neighbour??"),
            .watches(
                .bea, daysAgo: 13, hours: 1,
                "9:20 watch his face in the lift. one second and he's somebody else",
                "15:43 they must have walked in circles for a week to film this",
                "32:39 the stairwell! I'd have tried a third time too",
                "55:50 I screamed, the cat left"),
            .reads(.ada, daysAgo: 12, hours: 22, "15:43 there's a map of it somewhere, and nobody is allowed to draw it"),
            .watches(
                .cem, daysAgo: 12, hours: 1,
                .at(12, 30, "the carpet. somebody chose that green on purpose"),
                "15:43 counted nine turns, then I lost them",
                .at(41, 0, "inside is white and green, outside is all blue. everything outside looks cold"),
                "Next one tomorrow? I don't trust any of these people."),
            .reads(.bea, daysAgo: 11, hours: 23, "Tomorrow. I'll make the room."),
            .reads(.ada, daysAgo: 11, hours: 22),
            .reads(.cem, daysAgo: 11, hours: 20),
        ])

    static let halfLoop = Story(
        2, Show.severance.episode(1, 2), minutes: 53, by: .bea, with: [.ada, .cem], daysAgo: 11, hours: 22,
        [
            .watches(
                .bea, daysAgo: 11, hours: 21,
                "3:05 I can't look at the drill. is it over",
                "12:13 so the job is to stare at numbers until one frightens you",
                .at(31, 0, "an hour of being told nice things about yourself that you can't check. Irving is beaming"),
                "40:20 that date. oh Mark"),
            .watches(
                .ada, daysAgo: 11, hours: 1,
                "12:13 I have had this job",
                "36:10 Irving and Burt in front of the paintings. instantly invested"),
            .watches(
                .cem, daysAgo: 9, hours: 22,
                "1:10 wait. she did this to HERSELF",
                "36:10 same. and the sound goes soft as soon as they talk, listen",
                "47:00 Petey looks awful. don't go into greenhouses with people from work"),
            .reads(.bea, daysAgo: 9, hours: 20),
            .reads(.ada, daysAgo: 9, hours: 19),
            .reads(.cem, daysAgo: 9, hours: 18),
        ])

    static let perpetuity = Story(
        3, Show.severance.episode(1, 3), minutes: 56, by: .ada, with: [.bea, .cem], daysAgo: 9, hours: 18,
        [
            .watches(
                .ada, daysAgo: 9, hours: 1,
                "15:20 turned down by herself, on video. brrr",
                "27:30 a wax museum of bosses, with their voices",
                "33:00 they rebuilt his HOUSE. indoors. down to the bed"),
            .watches(
                .bea, daysAgo: 8, hours: 22,
                "33:00 Irving would move in tomorrow",
                "50:40 the same sentence again and again and again. worst room in the building"),
            .watches(
                .cem, daysAgo: 7, hours: 21,
                "44:30 Petey is in the basement and in the corridor at once: how did they cut that",
                "50:40 I had to take my headphones off"),
            .reads(.ada, daysAgo: 7, hours: 19, "44:30 two sets and a door, I'd guess. it works every time"),
            .reads(.bea, daysAgo: 7, hours: 2),
            .reads(.cem, daysAgo: 7, hours: 1),
        ])

    static let youYou = Story(
        4, Show.severance.episode(1, 4), minutes: 46, by: .ada, with: [.bea, .cem], daysAgo: 6, hours: 0,
        [
            .watches(
                .ada, daysAgo: 5, hours: 22,
                "8:15 of everything that could have been left lying there: RICKEN'S BOOK",
                "31:00 Irving, going for a walk to another department, against every rule he loves"),
            .watches(
                .bea, daysAgo: 5, hours: 1,
                "14:30 they read it under the desk like schoolchildren",
                "44:50 I need a minute. can we talk tomorrow?"),
            .reads(.ada, daysAgo: 4, hours: 22, "44:50 of course. call me"),
            .watches(
                .cem, daysAgo: 3, hours: 22,
                "19:40 the funeral, and what she is really there for",
                "31:00 two people in that whole department, says Burt. do we believe him?"),
            .reads(.ada, daysAgo: 3, hours: 1, "31:00 I believe anything Burt says"),
        ])

    static let barbarity = Story(
        5, Show.severance.episode(1, 5), minutes: 43, by: .bea, with: [.ada, .cem], daysAgo: 1, hours: 22,
        [
            .watches(
                .bea, daysAgo: 1, hours: 21,
                "7:12 Ricken's book read aloud over this, and it WORKS",
                "21:27 Ms. Casey, who sits and watches all day, and then offers that",
                "33:10 GOATS"),
            .watches(
                .cem, daysAgo: 0, hours: 21,
                "15:43 more of the hallway, and this time I'm drawing along",
                "27:40 somebody wanted them to find that painting",
                "33:10 baby goats and not a word of explanation. ten out of ten"),
            .reads(.cem, daysAgo: 0, hours: 20, "@ada, hurry up."),
            .reads(.bea, daysAgo: 0, hours: 19).reacting("🐐"),
            .begins(.ada, hoursAgo: 2, upTo: 11),
        ])
}
