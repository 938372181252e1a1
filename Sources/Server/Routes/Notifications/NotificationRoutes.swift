import DavenportAPI
import Domain

extension Mount {
    func notifications() throws {
        try on(Endpoints.registerDevice, RegisterDevice.self)
        try on(Endpoints.listDevices, ListDevices.self)
        try on(Endpoints.unregisterDevice, UnregisterDevice.self)
        try on(Endpoints.showNotificationPreferences, ShowNotificationPreferences.self)
        try on(Endpoints.changeNotificationPreferences, ChangeNotificationPreferences.self)
    }
}
