import DavenportAPI
import Domain

extension AreaRoutes {
    static let notifications = AreaRoutes(.notifications) { mount in
        try mount.on(Endpoints.registerDevice, UseCases.registerDevice)
        try mount.on(Endpoints.listDevices, UseCases.listDevices)
        try mount.on(Endpoints.unregisterDevice, UseCases.unregisterDevice)
        try mount.on(Endpoints.registerAndroidDevice, UseCases.registerAndroidDevice)
        try mount.on(Endpoints.unregisterAndroidDevice, UseCases.unregisterAndroidDevice)
        try mount.on(Endpoints.registerWebPush, UseCases.registerWebPush)
        try mount.on(Endpoints.unregisterWebPush, UseCases.unregisterWebPush)

        try mount.on(Endpoints.showNotificationPreferences, UseCases.showNotificationPreferences)
        try mount.on(Endpoints.changeNotificationPreferences, UseCases.changeNotificationPreferences)
    }
}
