extension AreaContract {
    /// The contract for invites, friends, blocks and mutes.
    public static let people = AreaContract(
        "people", isShared: true,
        chapters: [
            Chapter("Invites", "Invites let people sign up in the community.", Endpoints.invites),
            Chapter(
                "Friends", "Friendships, and the people and words that you block or mute.",
                Endpoints.friends + Endpoints.blocks + Endpoints.mutes),
        ],
        codes: .people, kinds: [.friendRequested, .friendAccepted, .inviteAccepted],
        changes: [ChangesPart.friends, ChangesPart.blocks], meanings: .people)
}

extension NotificationKind {
    /// Somebody sent the recipient a friend request.
    public static let friendRequested = Self(rawValue: "friend.requested")
    /// Somebody accepted the recipient's friend request.
    public static let friendAccepted = Self(rawValue: "friend.accepted")
    /// Somebody signed up with the recipient's invite.
    public static let inviteAccepted = Self(rawValue: "invite.accepted")
}
