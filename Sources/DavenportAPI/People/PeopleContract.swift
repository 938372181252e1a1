extension AreaContract {
    /// How people come in, and whom they want to do with.
    public static let people = AreaContract(
        "people", isShared: true,
        chapters: [
            Chapter("Invites", "How people come in.", Endpoints.invites),
            Chapter(
                "Friends", "Whom one can be brought together with, whom one wants nothing to do with, and what one would rather not read.",
                Endpoints.friends + Endpoints.blocks + Endpoints.mutes),
        ],
        codes: .people, kinds: [.friendRequested, .friendAccepted, .inviteAccepted], words: .people)
}

extension NotificationKind {
    /// Somebody wants to be friends.
    public static let friendRequested = Self(rawValue: "friend.requested")
    /// Somebody whom one has asked wants it too.
    public static let friendAccepted = Self(rawValue: "friend.accepted")
    /// Somebody has come in by one's invite.
    public static let inviteAccepted = Self(rawValue: "invite.accepted")
}
