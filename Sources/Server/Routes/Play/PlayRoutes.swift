import DavenportAPI
import Domain
import Play

extension Mount {
    func plays() throws {
        try on(Endpoints.sendMoves, UseCases.sendMoves)
        try on(Endpoints.showPlay, UseCases.showPlay)
        try on(Endpoints.strikePlay, UseCases.strikePlay)
    }
}
