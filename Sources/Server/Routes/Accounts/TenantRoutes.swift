import DavenportAPI
import Domain

extension Mount {
    func tenant() throws {
        try on(Endpoints.showTenant, ShowTenant.self)
        try on(Endpoints.createTenant, CreateOwnTenant.self)
    }
}
