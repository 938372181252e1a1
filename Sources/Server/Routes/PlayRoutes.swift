import DavenportAPI
import Domain
import Play

extension AreaRoutes {
    static let play = AreaRoutes(.play) { mount in
        try mount.on(Endpoints.showToday, UseCases.showToday)
        try mount.on(Endpoints.showChallenge, UseCases.showChallenge)
        try mount.on(Endpoints.startPlay, UseCases.startPlay)
        try mount.on(Endpoints.listResults, UseCases.listResults)

        try mount.on(Endpoints.listChallenges, UseCases.listChallenges)

        try mount.on(Endpoints.sendMoves, UseCases.sendMoves)
        try mount.on(Endpoints.showPlay, UseCases.showPlay)
        try mount.on(Endpoints.strikePlay, UseCases.strikePlay)

        try mount.on(Endpoints.listPlayBoard, UseCases.listPlayBoard)

        try mount.on(Endpoints.showPlayProfile, UseCases.showPlayProfile)
        try mount.on(Endpoints.changePlayProfile, UseCases.changePlayProfile)
        try mount.on(Endpoints.listMyWords, UseCases.listMyWords)
        try mount.on(Endpoints.showPlayWeek, UseCases.showPlayWeek)

        try mount.on(Endpoints.createChallenge, UseCases.createChallenge)
        try mount.on(Endpoints.addPlayer, UseCases.addPlayer)
        try mount.on(Endpoints.joinChallenge, UseCases.joinChallenge)

        try mount.on(Endpoints.showWordList, UseCases.showWordList)

        try mount.on(Endpoints.presentTransaction, UseCases.presentTransaction)
        try mount.on(Endpoints.listEntitlements, UseCases.listEntitlements)
        try mount.on(Endpoints.takeStoreNotification, UseCases.handleStoreNotification)
    }
}
