import DavenportAPI

extension DavenportClient {
    /// Retrieve your notification preferences.
    public var showNotificationPreferences: Call<NoInput, NotificationPreferences> { Call(self, Endpoints.showNotificationPreferences) }
    /// Replace your notification preferences: muted kinds and rooms, and quiet hours.
    public var changeNotificationPreferences: Call<NewNotificationPreferences, NotificationPreferences> {
        Call(self, Endpoints.changeNotificationPreferences)
    }
}
