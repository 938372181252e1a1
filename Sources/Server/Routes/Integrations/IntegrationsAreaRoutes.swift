import DavenportAPI

extension AreaRoutes {
    static let integrations = AreaRoutes(.integrations) { mount in
        try mount.accessKeys()
        try mount.bots()
    }
}
