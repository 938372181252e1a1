import DavenportAPI
import Domain
import Foundation
import Play
import Postgres

extension TestServer {
    /// Registers the test store's app in a tenant, as an operator does.
    public func sell(_ app: PlayApp = PlayApp(bundle: TestStore.bundle, environment: .production), in tenant: Tenant? = nil) async throws {
        let tenant = tenant ?? self.tenant
        try await rows(
            "INSERT INTO play_apps (tenant_id, bundle, environment) VALUES (\(tenant.id), \(app.bundle), \(app.environment.rawValue))")
    }
}
