import Catalogue
import DavenportAPI
import Domain

extension AreaRoutes {
    static let catalogue = AreaRoutes(.catalogue) { mount in
        try mount.on(Endpoints.searchMedia, UseCases.searchMedia)
        try mount.on(Endpoints.lookUpShow, UseCases.lookUpShow)
        try mount.on(Endpoints.lookUpSeason, UseCases.lookUpSeason)
        try mount.on(Endpoints.lookUpEpisode, UseCases.lookUpEpisode)
        try mount.on(Endpoints.lookUpMovie, UseCases.lookUpMovie)
    }
}
