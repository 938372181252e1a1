import DavenportAPI
import Domain
import Play

extension Mount {
    func challenges() throws {
        try on(Endpoints.showToday, UseCases.showToday)
        try on(Endpoints.showChallenge, UseCases.showChallenge)
        try on(Endpoints.startPlay, UseCases.startPlay)
        try on(Endpoints.listResults, UseCases.listResults)
    }
}
