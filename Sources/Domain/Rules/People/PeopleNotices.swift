import DavenportAPI

extension [NoticeText] {
    /// The texts of notifications about friends and invites.
    static let people = [
        NoticeText(.friendRequested, heading: "Friends", .init("%1$@ wants to be friends", .actor), namesStranger: true, page: "/people"),
        NoticeText(.friendAccepted, heading: "Friends", .init("%1$@ accepted your friend request", .actor), page: "/people"),
        NoticeText(.inviteAccepted, heading: "Invites", .init("%1$@ accepted your invite", .actor), page: "/people"),
    ]
}
