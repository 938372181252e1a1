extension Words {
    static let people: Words = [
        "Friendship.state": .init(meaning: "`requested` until the other asks too."),
        "incoming": .init(meaning: "Who asked me."),
        "outgoing": .init(meaning: "Whom I asked."),
        "inviter": .init(meaning: "Absent where an operator made the invite."),
        "invite": .init(meaning: "The code of an invite; needed unless the community is open.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InviteWithCode.invite": .init(),
        "code": .init(meaning: "The invite's code. Whoever holds it can come in.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InviteWithCode.code": .init(meaning: "Shown this once.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "inviteID": .init(meaning: "An invite of one's own.", example: "01a1fcfb-0e15-7e12-a912-75331585c22b"),
        "NewInvite.role": .init(meaning: "The community's default role unless given; others only by those who may give them."),
        "maxUses": .init(meaning: "How many people can come in by it.", example: 1),
        "note": .init(meaning: "For whom it is, as its maker remembers.", example: "for Bea"),
        "Mutes.userIDs": .init(meaning: "Who is muted. What they write is folded by clients, and nothing is pushed about them."),
        "Mutes.words": .init(
            meaning: "Whole words, whatever their case; one that ends with `*` stands for all that begin so. Clients fold what has one.",
            example: ["finale", "spoil*"]),
        "redemptions": .init(meaning: "Who came in by it, and when."),
    ]
}
