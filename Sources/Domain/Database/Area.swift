/// A part of the product, and what it brings that the shared part only gathers: "What an area brings" in docs/architecture.md. The shared
/// part is made of areas too, so that nothing is known of one area that isn't known of all.
public struct Area: Sendable {
    /// As its folders are called, in lower case.
    public let name: String
    /// What it tells people of. Whether it is still true, and what it adds to the badge, say its branches of the views 9x.
    public let notices: [NoticeText]

    package init(_ name: String, notices: [NoticeText] = []) {
        self.name = name
        self.notices = notices
    }
}

extension Area {
    /// What every community has: accounts, people and notifications.
    public static let shared: [Area] = [.accounts, .people, .notifications]

    static let accounts = Area("accounts")
    static let people = Area("people", notices: .people)
    static let notifications = Area("notifications", notices: .notifications)
}
