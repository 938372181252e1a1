import DavenportAPI

extension AreaRoutes {
    static let people = AreaRoutes(.people) { mount in
        try mount.invites()
        try mount.friends()
        try mount.blocks()
        try mount.mutes()
    }
}
