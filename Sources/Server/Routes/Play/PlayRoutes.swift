import DavenportAPI
import Play

extension Mount {
    func plays() throws {
        try on(Endpoints.sendMoves, SendMoves.self)
        try on(Endpoints.showPlay, ShowPlay.self)
        try on(Endpoints.strikePlay, StrikePlay.self)
    }
}
