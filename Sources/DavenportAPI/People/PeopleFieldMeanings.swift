extension FieldMeanings {
    static let people: FieldMeanings = [
        "Friendship.state": .init(meaning: "`requested` until the other person asks too."),
        "incoming": .init(meaning: "The people who sent you a friend request."),
        "outgoing": .init(meaning: "The people who received a friend request from you."),
        "inviter": .init(meaning: "The person who made the invite; absent if an operator made it."),
        "invite": .init(
            meaning: "The code of an invite. Required unless the community's sign-up is open.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InviteWithCode.invite": .init(),
        "code": .init(meaning: "The invite's code. Anybody who has it can sign up.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InvitedRoom.title": .init(
            meaning: "What the room is about, without the title of an episode.", example: "Severance S1E4"),
        "InvitedRoom.poster": .init(
            meaning: """
                The poster of the show or the movie in up to three widths, the narrowest first. `POST /v1/invites/lookup` alone returns \
                it; absent if the server knows none.
                """),
        "Invite.rooms": .init(meaning: "Those rooms of the invite that you are in."),
        "InvitePreview.rooms": .init(meaning: "The rooms that you join by signing up now."),
        "NewInvite.roomIDs": .init(meaning: "Rooms of yours, which the people who sign up join."),
        "codeKept": .init(meaning: "Whether `GET /v1/invites/{inviteID}/code` answers with its code while it can be used.", example: true),
        "inviteID": .init(
            meaning: "One of your invites; admins and owners may name everybody's.", example: "01a1fcfb-0e15-7e12-a912-75331585c22b"),
        "NewInvite.role": .init(
            meaning: "The role of new members; the community's default role if omitted. Your own role limits the roles you can give."),
        "maxUses": .init(meaning: "The maximum number of people who can sign up with it.", example: 1),
        "all": .init(meaning: "Whether to list everybody's invites. Only admins and owners may set it.", example: true),
        "Invite.maker": .init(
            meaning: "The person who made the invite, in the list of everybody's; absent if an operator made it."),
        "Invite.note": .init(meaning: "The maker's note on the intended recipient. Only the maker gets it.", example: "for Bea"),
        "note": .init(meaning: "The maker's note on the intended recipient.", example: "for Bea"),
        "Mutes.userIDs": mutedPeople, "NewMutes.userIDs": mutedPeople,
        "Mutes.words": mutedWords, "NewMutes.words": mutedWords,
        "redemptions": .init(meaning: "The people who signed up with it, and when."),
        "Changes.friends": .init(meaning: "The answer of `GET /friends`, if it differs from the last version sent."),
        "Changes.blocks": .init(meaning: "The answer of `GET /blocks`, if it differs from the last version sent."),
        "Changes.mutes": .init(meaning: "The answer of `GET /me/mutes`, if it differs from the last version sent."),
    ]

    private static let mutedPeople = FieldMeaning(
        meaning: "The muted people. Clients collapse their texts, and the server pushes nothing about them.")
    private static let mutedWords = FieldMeaning(
        meaning: """
            The muted words, regardless of case. Each matches whole words only; one that ends with `*` matches every word with that \
            beginning. Clients collapse texts that contain one.
            """,
        example: ["finale", "spoil*"])
}
