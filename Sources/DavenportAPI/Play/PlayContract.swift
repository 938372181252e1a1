extension AreaContract {
    /// Friends who play the same puzzle each day, once each, and compare.
    public static let play = AreaContract(
        "play",
        chapters: [
            Chapter(
                "Play", "Today's puzzles, what one makes of them, and how everybody did.",
                Endpoints.challenges + Endpoints.challengeHistory),
            Chapter("My play", "What I have played so far, and my week.", Endpoints.myPlay),
            Chapter("Word lists", "The words that moves are judged by.", Endpoints.wordLists),
        ],
        codes: [.challengeOver, .playFirst, .playOver, .movesDiffer, .moveRefused],
        problemMembers: [
            ProblemMember("move", .integer(0...Game.longest), "The number in the play of the move that is refused, with `move_refused`."),
            ProblemMember(
                "reason", .oneOf(RefusalReason.allCases.map(\.rawValue)), "Why a move is refused, with `move_refused`."),
        ],
        words: .play)
}
