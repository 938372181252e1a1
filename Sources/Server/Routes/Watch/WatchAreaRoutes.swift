import DavenportAPI

extension AreaRoutes {
    static let watch = AreaRoutes(.watch) { mount in
        try mount.rooms()
        try mount.comments()
        try mount.dashboard()
    }
}
