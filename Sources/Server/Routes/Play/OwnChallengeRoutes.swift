import DavenportAPI
import Domain
import Play

extension Mount {
    func ownChallenges() throws {
        try on(Endpoints.createChallenge, UseCases.createChallenge)
        try on(Endpoints.addPlayer, UseCases.addPlayer)
        try on(Endpoints.joinChallenge, UseCases.joinChallenge)
    }
}
