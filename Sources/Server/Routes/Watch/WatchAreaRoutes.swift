import DavenportAPI

extension AreaRoutes {
    static let watch = AreaRoutes(.watch) { mount in
        try mount.rooms()
        try mount.roomRequests()
        try mount.positions()
        try mount.comments()
        try mount.reactions()
        try mount.mentions()
        try mount.subtitles()
        try mount.players()
        try mount.history()
        try mount.dashboard()
    }
}
