import DavenportAPI
import Play

extension Mount {
    func ownChallenges() throws {
        try on(Endpoints.createChallenge, CreateChallenge.self)
        try on(Endpoints.addPlayer, AddPlayer.self)
        try on(Endpoints.joinChallenge, JoinChallenge.self)
    }
}
