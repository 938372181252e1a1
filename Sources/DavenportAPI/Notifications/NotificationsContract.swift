extension AreaContract {
    /// What people are told of, and where.
    public static let notifications = AreaContract(
        "notifications", isShared: true,
        chapters: [
            Chapter("Notifications", "What one is told, and on which devices.", Endpoints.devices + Endpoints.notifications)
        ],
        kinds: [.summary], words: .notifications)
}
