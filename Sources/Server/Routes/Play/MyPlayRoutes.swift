import DavenportAPI
import Play

extension Mount {
    func challengeHistory() throws {
        try on(Endpoints.listChallenges, ListChallenges.self)
    }

    func myPlay() throws {
        try on(Endpoints.showPlayProfile, ShowPlayProfile.self)
        try on(Endpoints.changePlayProfile, ChangePlayProfile.self)
        try on(Endpoints.listMyWords, ListMyWords.self)
        try on(Endpoints.showPlayWeek, ShowPlayWeek.self)
    }
}
