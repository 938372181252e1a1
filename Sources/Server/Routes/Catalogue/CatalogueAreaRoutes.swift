import DavenportAPI

extension AreaRoutes {
    static let catalogue = AreaRoutes(.catalogue) { mount in try mount.media() }
}
