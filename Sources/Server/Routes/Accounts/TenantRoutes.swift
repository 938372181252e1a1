import DavenportAPI
import Domain

extension Mount {
    func tenant() throws {
        try on(Endpoints.showTenant, UseCases.showTenant)
        try on(Endpoints.changeTenant, UseCases.changeTenant)
        try on(Endpoints.setTenantPicture, UseCases.setTenantPicture)
        try on(Endpoints.deleteTenantPicture, UseCases.deleteTenantPicture)
        try on(Endpoints.showTenantPicture, UseCases.showTenantPicture)
        try on(Endpoints.showTenantCounts, UseCases.showTenantCounts)
        try on(Endpoints.createTenant, UseCases.createOwnTenant)
    }
}
