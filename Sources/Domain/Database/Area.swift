/// A part of the product, and what it brings that the shared part only gathers: "What an area brings" in docs/architecture.md. The shared
/// part is made of areas too, so that nothing is known of one area that isn't known of all.
public struct Area: Sendable {
    /// As its folders are called, in lower case.
    public let name: String

    package init(_ name: String) {
        self.name = name
    }
}

extension Area {
    /// What every community has: accounts, people and notifications.
    public static let shared: [Area] = [.accounts, .people, .notifications]

    static let accounts = Area("accounts")
    static let people = Area("people")
    static let notifications = Area("notifications")
}
