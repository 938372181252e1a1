import DavenportAPI
import Domain
import Play

extension Mount {
    func challengeHistory() throws {
        try on(Endpoints.listChallenges, UseCases.listChallenges)
    }

    func myPlay() throws {
        try on(Endpoints.showPlayProfile, UseCases.showPlayProfile)
        try on(Endpoints.changePlayProfile, UseCases.changePlayProfile)
        try on(Endpoints.listMyWords, UseCases.listMyWords)
        try on(Endpoints.showPlayWeek, UseCases.showPlayWeek)
    }
}
