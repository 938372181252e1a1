import DavenportAPI

extension AreaRoutes {
    static let sync = AreaRoutes(.sync) { mount in
        try mount.changes()
    }
}
