extension AreaContract {
    /// How people come in, and whom they want to do with.
    public static let people = AreaContract(
        "people", isShared: true,
        chapters: [
            Chapter("Invites", "How people come in.", Endpoints.invites),
            Chapter(
                "Friends", "Whom one can be brought together with, and whom one wants nothing to do with.",
                Endpoints.friends + Endpoints.blocks),
        ],
        codes: [.inviteInvalid], kinds: [.friendRequested, .friendAccepted, .inviteAccepted], words: .people)
}

extension Problem.Code {
    /// A code that is used up, expired, withdrawn, unknown or another tenant's, or whose maker may not give that role any more.
    public static let inviteInvalid = Self("invite_invalid", 422, "This invite can't be used.")
    /// Somebody named is none whom the caller may bring together with themselves, whether they exist or not: named by the areas in which
    /// people are brought together.
    public static let unknownUser = Self("unknown_user", 422, "There is no such person to bring in.")
}

extension Problem {
    /// Somebody who can't be brought together with the caller, whether they exist or not.
    /// - Parameter field: the one that names them.
    package static func unknownUser(field: String) -> Problem {
        Problem(.unknownUser, errors: [FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")])
    }
}

extension NotificationKind {
    /// Somebody wants to be friends.
    public static let friendRequested = Self(rawValue: "friend.requested")
    /// Somebody whom one has asked wants it too.
    public static let friendAccepted = Self(rawValue: "friend.accepted")
    /// Somebody has come in by one's invite.
    public static let inviteAccepted = Self(rawValue: "invite.accepted")
}
