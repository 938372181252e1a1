extension Words {
    static let play: Words = challenges + ownChallenges + boards + plays + myPlay + entitlements

    private static let challenges: Words = [
        "challengeID": .init(meaning: "A challenge of the community.", example: "5d1e2f3a-8c4b-8f00-a1b2-c3d4e5f60718"),
        "day": .init(meaning: "A date by the community's day zone.", example: "2026-11-22"),
        "language": .init(meaning: "Of its letters and words.", example: "en"),
        "mode": .init(meaning: "Three minutes by the clock, or until the challenge ends."),
        "ended": .init(meaning: "Whether nobody can start it any more."),
        "playCount": .init(meaning: "How many plays have a word.", example: 4),
        "ChallengeResults.playCount": .init(meaning: "How many plays are ranked."),
        "mine": .init(meaning: "The caller's own play; absent where they have not started."),
        "streak": .init(meaning: "Days in a row, up to today or yesterday, on which the caller had a word.", example: 5),
        "rank": .init(meaning: "1 + the number of plays with more. Absent without a word, and while it isn't to be known.", example: 1),
        "ChallengeResult.rank": .init(meaning: "1 + the number of plays with more: equals share it.", example: 1),
        "by": .init(meaning: "What plays are ranked by: their score, or their best word."),
        "scope": .init(meaning: "Among whom they are ranked: everyone, or the caller and their friends."),
        "around": .init(meaning: "`me`: the part of the list in which the caller stands; empty where they don't."),
        "bestWord": .init(meaning: "The word of the play that scored most."),
        "reachedAt": .init(meaning: "When the server had what the play is ranked by: of equals the earlier comes first."),
        "ChallengeResult.user": .init(
            meaning: "Absent where one of the two blocks the other, and for others than friends of whoever is named to these alone."),
        "ChallengeResult.playID": .init(meaning: "Absent likewise."),
    ]

    private static let ownChallenges: Words = [
        "NewChallenge.id": .init(
            meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "Challenge.day": .init(meaning: "Of a daily one: a date by the community's day zone.", example: "2026-11-22"),
        "Challenge.kind": .init(meaning: "Two a day for every member, or somebody's own.", example: "own"),
        "maker": .init(meaning: "Of an own one. Absent once their account is gone, and where one of the two blocks the other."),
        "Challenge.code": .init(meaning: "Of an own one: whoever has it can come in.", example: "7TZ8CBM5"),
        "ChallengeCodeQuery.code": .init(meaning: "As somebody in the challenge sees it.", example: "7TZ8CBM5"),
        "friendIDs": .init(meaning: "Friends to invite; oneself is in it anyway.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
    ]

    private static let plays: Words = [
        "playID": .init(
            meaning: "A play of the caller's, or of a challenge that is open to them.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "Play.endsAt": .init(meaning: "Three minutes after its start, or the challenge's end. No move may be made after it."),
        "over": .init(meaning: "Whether it is finished, or its time has been over for 15 seconds."),
        "overAt": .init(meaning: "When it was finished, or its end."),
        "elapsed": .init(meaning: "Milliseconds since the start by the server's clock, while it runs.", example: 61_250),
        "letters": .init(meaning: "One for each face, by number; `q` is read *qu*."),
        "wordListID": .init(meaning: "The list that moves are judged by.", example: "en-0123456789ab"),
        "from": .init(meaning: "The number in the play of the first of these moves."),
        "moves": .init(meaning: "In order. Those that the server has already must be the same."),
        "finish": .init(meaning: "Whether the play is finished with them, which can't be taken back."),
        "at": .init(meaning: "Milliseconds since the start by the player's stopwatch: not less than of the move before.", example: 9000),
        "faces": .init(
            meaning: "The faces of a word in its order, each by 3 × cubelet + axis. In place of `cubelet`.", example: [52, 76, 75]),
        "cubelet": .init(meaning: "The cubelet that is removed, by 9x + 3y + z. In place of `faces`.", example: 14),
        "word": .init(example: "tirade"),
        "struck": .init(
            meaning: "True for a play that counts nowhere any more; told to its player, who alone sees it.", example: true),
        "score": .init(meaning: "The sum of the letters' values × (faces − 2) × sides; of a play the sum over its words.", example: 144),
        "wordCount": .init(example: 5),
    ]

    private static let entitlements: Words = [
        "signedTransaction": .init(
            meaning: "StoreKit's `jwsRepresentation`: a JWS in compact form, at most 16 KiB.", example: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"),
        "signedPayload": .init(
            meaning: "A notification of version 2: a JWS in compact form, at most 16 KiB.", example: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"),
        "productID": .init(meaning: "As it is called in App Store Connect.", example: "org.example.sofa.archive"),
        "Entitlement.type": .init(meaning: "In StoreKit's words."),
        "Entitlement.environment": .init(meaning: "Of the App Store, or of what is tried before."),
        "purchasedAt": .init(meaning: "When it was bought; of a subscription when it was last renewed."),
        "Entitlement.expiresAt": .init(meaning: "Absent where it doesn't end."),
        "revokedAt": .init(meaning: "When it was taken back, as with a refund; absent where it was not."),
        "active": .init(meaning: "Whether it is neither taken back nor expired."),
    ]
}
