import DavenportAPI
import Domain
import Foundation
import Play
import Postgres

extension TestServer {
    /// Lets purchases in the test store's app count, as an operator says it.
    public func sell(_ app: PlayApp = PlayApp(bundle: TestStore.bundle, environment: .production), in tenant: Tenant? = nil) async throws {
        let tenant = tenant ?? self.tenant
        try await rows(
            "INSERT INTO play_apps (tenant_id, bundle, environment) VALUES (\(tenant.id), \(app.bundle), \(app.environment.rawValue))")
    }
}
