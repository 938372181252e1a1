import DavenportAPI

extension AreaRoutes {
    static let moderation = AreaRoutes(.moderation) { mount in
        try mount.reports()
        try mount.filter()
    }
}
