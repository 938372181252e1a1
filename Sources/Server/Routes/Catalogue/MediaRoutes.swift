import Catalogue
import DavenportAPI

extension Mount {
    func media() throws {
        try on(Endpoints.searchMedia, SearchMedia.self)
        try on(Endpoints.lookUpShow, LookUpShow.self)
        try on(Endpoints.lookUpSeason, LookUpSeason.self)
        try on(Endpoints.lookUpEpisode, LookUpEpisode.self)
        try on(Endpoints.lookUpMovie, LookUpMovie.self)
    }
}
