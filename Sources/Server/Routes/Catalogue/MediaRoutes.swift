import Catalogue
import DavenportAPI
import Domain

extension Mount {
    func media() throws {
        try on(Endpoints.searchMedia, UseCases.searchMedia)
        try on(Endpoints.lookUpShow, UseCases.lookUpShow)
        try on(Endpoints.lookUpSeason, UseCases.lookUpSeason)
        try on(Endpoints.lookUpEpisode, UseCases.lookUpEpisode)
        try on(Endpoints.lookUpMovie, UseCases.lookUpMovie)
    }
}
