extension AreaContract {
    /// The contract for devices and notification preferences.
    public static let notifications = AreaContract(
        "notifications", isShared: true,
        chapters: [
            Chapter(
                "Notifications", "The notifications that you receive, and the devices that receive them.",
                Endpoints.devices + Endpoints.androidDevices + Endpoints.webPush + Endpoints.notifications)
        ],
        codes: [.pushServiceUnknown], kinds: [.summary],
        // Nobody is notified about what they mute.
        changes: [ChangesPart.notifications, ChangesPart.mutes], meanings: .notifications)
}
