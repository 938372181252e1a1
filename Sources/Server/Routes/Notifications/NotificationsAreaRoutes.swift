import DavenportAPI

extension AreaRoutes {
    static let notifications = AreaRoutes(.notifications) { mount in
        try mount.devices()
        try mount.notifications()
    }
}
