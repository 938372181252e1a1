extension FieldMeanings {
    static let play: FieldMeanings = challenges + ownChallenges + boards + plays + myPlay + entitlements

    private static let challenges: FieldMeanings = [
        "challengeID": .init(meaning: "A challenge of the community.", example: "5d1e2f3a-8c4b-8f00-a1b2-c3d4e5f60718"),
        "day": .init(meaning: "A date in the community's day zone.", example: "2026-11-22"),
        "language": .init(meaning: "The language of its letters and words.", example: "en"),
        "Challenge.wordListID": .init(
            meaning: "The word list that would judge a move now; absent if the server has no list of the language.",
            example: "en-0123456789ab"),
        "mode": .init(meaning: "Whether a play lasts three minutes (`timed`) or until the challenge ends."),
        "ended": .init(meaning: "Whether the challenge has ended, so that nobody can start it."),
        "playCount": .init(meaning: "The number of plays with at least one word.", example: 4),
        "ChallengeResults.playCount": .init(meaning: "The number of ranked plays."),
        "mine": .init(meaning: "Your own play; absent if you haven't started."),
        "streak": .init(meaning: "The number of consecutive days, up to today or yesterday, on which you had a word.", example: 5),
        "rank": .init(
            meaning: "1 + the number of plays with a higher score. Absent without a word, and while you may not know it yet.", example: 1),
        "ChallengeResult.rank": .init(
            meaning: "1 + the number of plays with a higher score. Plays with the same score share a rank.", example: 1),
        "by": .init(meaning: "The ranking: by score, or by best word."),
        "scope": .init(meaning: "The ranked people: everyone, or you and your friends."),
        "around": .init(meaning: "`me` returns the page of the list with your entry; it is empty if you have none."),
        "bestWord": .init(meaning: "The play's word with the highest score."),
        "reachedAt": .init(meaning: "The time at which the server received the ranked score or word. Of equals, the earlier comes first."),
        "ChallengeResult.user": .init(
            meaning: """
                Absent if you block the person or they block you, and if they show their name to their friends only and you aren't one.
                """),
        "ChallengeResult.playID": .init(
            meaning: "The play. Absent where `user` is absent, except for admins and owners, who may strike it."),
    ]

    private static let ownChallenges: FieldMeanings = [
        "NewChallenge.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "Challenge.day": .init(meaning: "The date of a daily challenge in the community's day zone.", example: "2026-11-22"),
        "Challenge.kind": .init(meaning: "Whether it is a daily challenge (two a day) or a member's own.", example: "own"),
        "maker": .init(
            meaning: """
                The maker of a member's own challenge. Absent if the account was deleted, if you block the maker or they block you, and if \
                they show their name to their friends only and you aren't one.
                """),
        "Challenge.code": .init(meaning: "The code of a member's own challenge. Anybody who has it can join.", example: "7TZ8CBM5"),
        "ChallengeCodeQuery.code": .init(meaning: "The challenge's code, which its players see.", example: "7TZ8CBM5"),
        "friendIDs": .init(
            meaning: "The friends to invite. You always take part.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
    ]

    private static let plays: FieldMeanings = [
        "playID": .init(
            meaning: "One of your plays, or one of a challenge that is open to you.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "Play.endsAt": .init(meaning: "Three minutes after the start, or the challenge's end. A later move is refused."),
        "over": .init(meaning: "Whether it was finished, or its time ended at least 15 seconds ago."),
        "overAt": .init(meaning: "The time at which it was finished or ran out."),
        "elapsed": .init(meaning: "The milliseconds since the start by the server's clock, while it runs.", example: 61_250),
        "letters": .init(meaning: "One letter for each face, by face number; `q` is read *qu*."),
        "wordListID": .init(meaning: "The word list that decides which words are valid.", example: "en-0123456789ab"),
        "from": .init(meaning: "The number of the first of these moves in the play."),
        "moves": .init(meaning: "The moves in order. Moves that the server has already must be the same."),
        "finish": .init(meaning: "Whether these moves finish the play. This can't be undone."),
        "at": .init(
            meaning: "The milliseconds since the start by the player's stopwatch. Not less than in the previous move.", example: 9000),
        "faces": .init(
            meaning: "The faces of a word in order, each as 3 × cubelet + axis. Excludes `cubelet`.", example: [52, 76, 75]),
        "cubelet": .init(meaning: "The removed cubelet, as 9x + 3y + z. Excludes `faces`.", example: 14),
        "word": .init(example: "tirade"),
        "struck": .init(
            meaning: "True for a play that no longer counts anywhere. Only its player sees it.", example: true),
        "score": .init(
            meaning: "The sum of the letters' values × (faces − 2) × sides. For a play, the sum of its words' scores.", example: 144),
        "wordCount": .init(example: 5),
    ]

    private static let entitlements: FieldMeanings = [
        "signedTransaction": .init(
            meaning: "StoreKit's `jwsRepresentation`: a JWS in compact form, at most 16 KiB.", example: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"),
        "signedPayload": .init(
            meaning: "An App Store server notification, version 2: a JWS in compact form, at most 16 KiB.",
            example: "eyJhbGciOiJFUzI1NiJ9.e30.AAAA"),
        "productID": .init(meaning: "The product id in App Store Connect.", example: "org.example.sofa.archive"),
        "Entitlement.type": .init(meaning: "The type of purchase, in StoreKit's words."),
        "Entitlement.environment": .init(meaning: "The App Store environment of the purchase."),
        "purchasedAt": .init(meaning: "The time of the purchase; for a subscription, of its latest renewal."),
        "Entitlement.expiresAt": .init(meaning: "The time at which it expires; absent if it doesn't."),
        "revokedAt": .init(meaning: "The time at which Apple revoked it, for example with a refund; absent if it wasn't."),
        "active": .init(meaning: "Whether it is neither revoked nor expired."),
        "Changes.challenges": .init(meaning: "Challenges to insert, replace or remove, without other people's plays."),
        "Changes.plays": .init(meaning: "Your own plays to insert, replace or remove. Apply them after the challenges."),
        "ChallengeOutline.kind": .init(meaning: "Whether it is a daily challenge (two a day) or a member's own.", example: "own"),
        "ChallengeOutline.day": .init(meaning: "The date of a daily challenge in the community's day zone.", example: "2026-11-22"),
        "ChallengeOutline.code": .init(meaning: "The code of a member's own challenge. Anybody who has it can join.", example: "7TZ8CBM5"),
        "ChallengeOutline.endsAt": .init(meaning: "The time from which nobody can start it."),
        "PlayOutline.endsAt": .init(meaning: "Three minutes after the start, or the challenge's end. A later move is refused."),
        "PlayOutline.closesAt": .init(meaning: "15 seconds after `endsAt`. From then on the play is over, even if no change announced it."),
        "PlayOutline.over": .init(meaning: "Whether it was finished, or its time ended at least 15 seconds ago."),
        "PlayOutline.overAt": .init(meaning: "The time at which it was finished or ran out."),
        "PlayOutline.letters": .init(meaning: "One letter for each face, by face number; `q` is read *qu*."),
        "PlayOutline.struck": .init(meaning: "True for a play that no longer counts anywhere.", example: true),
    ]
}
