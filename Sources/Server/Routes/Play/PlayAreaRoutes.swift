import DavenportAPI

extension AreaRoutes {
    static let play = AreaRoutes(.play) { mount in
        try mount.challenges()
        try mount.plays()
        try mount.playBoards()
        try mount.ownChallenges()
        try mount.wordLists()
        try mount.entitlements()
    }
}
