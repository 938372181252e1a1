extension AreaContract {
    /// The contract for the daily puzzles and for comparing results. A member plays each puzzle once.
    public static let play = AreaContract(
        "play",
        chapters: [
            Chapter(
                "Play", "Today's puzzles, your plays, and everybody's results.",
                Endpoints.challenges + Endpoints.challengeHistory),
            Chapter("Boards", "The best results in the daily challenges, over a week and over all time.", Endpoints.playBoards),
            Chapter("My play", "Your plays so far, and your week.", Endpoints.myPlay),
            Chapter("Own challenges", "Puzzles for yourself, your friends, and anybody who has the code.", Endpoints.ownChallenges),
            Chapter("Word lists", "The words that are valid in moves.", Endpoints.wordLists),
            Chapter("Entitlements", "Purchases in the community's app.", Endpoints.entitlements),
        ],
        codes: [
            .challengeOver, .challengeFull, .playFirst, .playOver, .movesDiffer, .idTaken, .moveRefused, .unknownUser, .entitlementTaken,
            .transactionInvalid,
        ],
        problemMembers: [
            ProblemMember("move", .integer(0...Game.longest), "The refused move's number in the play, with `move_refused`."),
            ProblemMember(
                "reason", .open(RefusalReason.allCases.map(\.rawValue)), "The reason for the refusal, with `move_refused`."),
        ],
        kinds: [.challengeReady, .challengeEnding, .challengeInvited, .challengeFinished],
        changes: [ChangesPart.challenges, ChangesPart.plays], meanings: .play)
}
