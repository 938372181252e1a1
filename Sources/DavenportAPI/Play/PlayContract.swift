extension AreaContract {
    /// Friends who play the same puzzle each day, once each, and compare.
    public static let play = AreaContract(
        "play",
        chapters: [
            Chapter(
                "Play", "Today's puzzles, what one makes of them, and how everybody did.",
                Endpoints.challenges + Endpoints.challengeHistory),
            Chapter("Boards", "Who did best in the daily challenges, over a week and over all time.", Endpoints.playBoards),
            Chapter("My play", "What I have played so far, and my week.", Endpoints.myPlay),
            Chapter("Own challenges", "Puzzles for oneself, for friends, and for whoever has the code.", Endpoints.ownChallenges),
            Chapter("Word lists", "The words that moves are judged by.", Endpoints.wordLists),
            Chapter("Entitlements", "What people bought in the community's app.", Endpoints.entitlements),
        ],
        codes: [
            .challengeOver, .challengeFull, .playFirst, .playOver, .movesDiffer, .idTaken, .moveRefused, .unknownUser, .entitlementTaken,
            .transactionInvalid,
        ],
        problemMembers: [
            ProblemMember("move", .integer(0...Game.longest), "The number in the play of the move that is refused, with `move_refused`."),
            ProblemMember(
                "reason", .open(RefusalReason.allCases.map(\.rawValue)), "Why a move is refused, with `move_refused`."),
        ],
        kinds: [.challengeReady, .challengeEnding, .challengeInvited, .challengeFinished],
        words: .play)
}
