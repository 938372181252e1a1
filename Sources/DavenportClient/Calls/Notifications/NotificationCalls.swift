import DavenportAPI

extension DavenportClient {
    /// What I am told, and when not.
    public var showNotificationPreferences: Call<NoInput, NotificationPreferences> { Call(self, Endpoints.showNotificationPreferences) }
    /// Say what I am told, and when not: muted kinds and rooms, quiet hours.
    public var changeNotificationPreferences: Call<NewNotificationPreferences, NotificationPreferences> {
        Call(self, Endpoints.changeNotificationPreferences)
    }
}
