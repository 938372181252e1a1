import DavenportAPI
import Domain

extension Mount {
    func bots() throws {
        try on(Endpoints.createBot, CreateBot.self)
        try on(Endpoints.listBots, ListBots.self)
        try on(Endpoints.changeBot, ChangeBot.self)
        try on(Endpoints.deleteBot, DeleteBot.self)
    }
}
