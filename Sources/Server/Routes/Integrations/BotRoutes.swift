import DavenportAPI
import Domain

extension Mount {
    func bots() throws {
        try on(Endpoints.createBot, UseCases.createBot)
        try on(Endpoints.listBots, UseCases.listBots)
        try on(Endpoints.changeBot, UseCases.changeBot)
        try on(Endpoints.deleteBot, UseCases.deleteBot)
    }
}
