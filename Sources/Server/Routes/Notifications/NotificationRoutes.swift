import DavenportAPI
import Domain

extension Mount {
    func notifications() throws {
        try on(Endpoints.showNotificationPreferences, UseCases.showNotificationPreferences)
        try on(Endpoints.changeNotificationPreferences, UseCases.changeNotificationPreferences)
    }
}
