import DavenportAPI

extension Story {
    /// A room about a film that isn't in any catalogue.
    static let homemade = [recital.subtitled(lines)]

    private static let lines = """
        WEBVTT

        00:01:05.000 --> 00:01:09.000
        Good evening. The piano is older than the building.

        00:01:10.000 --> 00:01:13.500
        <i>Please don't lean on either.</i>

        00:12:39.000 --> 00:12:42.000
        [A chair, with feeling]

        00:12:43.000 --> 00:12:45.000
        <v Cem>Sorry.</v>

        00:33:12.000 --> 00:33:17.000
        – That was new.
        – To me as well.

        00:58:30.000 --> 00:58:34.000
        And now something that I do know.
        """

    private static let recital = Story(
        16, .custom(title: "Dora's recital, as filmed by Cem"), minutes: 62, by: .dora, with: [.ada, .bea, .cem], daysAgo: 3, hours: 8,
        [
            .reads(.dora, daysAgo: 3, hours: 7, "Be kind. The piano was older than the building."),
            .watches(.dora, daysAgo: 3, hours: 6, "33:15 here I forgot two bars and invented two others"),
            .watches(.cem, daysAgo: 2, hours: 20, "12:40 sorry, that is my chair"),
            .watches(
                .ada, daysAgo: 1, hours: 4,
                ("12:40 best percussion of the evening" as ScriptedComment).quoting("[A chair, with feeling]"),
                "33:15 I'd never have known. I had to stop ironing"),
            .reads(.ada, daysAgo: 1, hours: 2),
            .reads(.dora, daysAgo: 0, hours: 23),
        ])
}
