import DavenportAPI
import Domain

extension AreaRoutes {
    static let integrations = AreaRoutes(.integrations) { mount in
        try mount.on(Endpoints.createAccessKey, UseCases.createAccessKey)
        try mount.on(Endpoints.listAccessKeys, UseCases.listAccessKeys)
        try mount.on(Endpoints.deleteAccessKey, UseCases.deleteAccessKey)
        try mount.on(Endpoints.showCalendar, UseCases.showCalendar)

        try mount.on(Endpoints.createBot, UseCases.createBot)
        try mount.on(Endpoints.listBots, UseCases.listBots)
        try mount.on(Endpoints.changeBot, UseCases.changeBot)
        try mount.on(Endpoints.deleteBot, UseCases.deleteBot)
    }
}
