import DavenportAPI
import Domain

extension Mount {
    func tenant() throws {
        try on(Endpoints.showTenant, UseCases.showTenant)
        try on(Endpoints.createTenant, UseCases.createOwnTenant)
    }
}
