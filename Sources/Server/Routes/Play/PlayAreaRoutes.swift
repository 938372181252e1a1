import DavenportAPI

extension AreaRoutes {
    static let play = AreaRoutes(.play) { mount in
        try mount.challenges()
        try mount.challengeHistory()
        try mount.plays()
        try mount.myPlay()
        try mount.wordLists()
    }
}
