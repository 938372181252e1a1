import DavenportAPI
import Play

extension Mount {
    func challenges() throws {
        try on(Endpoints.showToday, ShowToday.self)
        try on(Endpoints.showChallenge, ShowChallenge.self)
        try on(Endpoints.startPlay, StartPlay.self)
        try on(Endpoints.listResults, ListResults.self)
    }
}
