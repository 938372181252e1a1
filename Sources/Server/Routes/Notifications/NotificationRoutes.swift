import DavenportAPI
import Domain

extension Mount {
    func notifications() throws {
        try on(Endpoints.showNotificationPreferences, ShowNotificationPreferences.self)
        try on(Endpoints.changeNotificationPreferences, ChangeNotificationPreferences.self)
    }
}
