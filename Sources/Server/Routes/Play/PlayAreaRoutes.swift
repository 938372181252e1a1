import DavenportAPI

extension AreaRoutes {
    static let play = AreaRoutes(.play) { mount in
        try mount.challenges()
        try mount.challengeHistory()
        try mount.plays()
        try mount.playBoards()
        try mount.myPlay()
        try mount.ownChallenges()
        try mount.wordLists()
        try mount.entitlements()
    }
}
