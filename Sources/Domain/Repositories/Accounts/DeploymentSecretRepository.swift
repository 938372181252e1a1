import DavenportAPI
import Foundation
import Postgres

/// Reads the random keys that one deployment has for all its tenants.
struct DeploymentSecretRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the key with this name. The first request of a deployment makes it.
    func key(_ name: String) async throws -> [UInt8] {
        let key: SQL = "SELECT secret FROM deployment_secrets WHERE name = \(name)"
        if let row = try await transaction.query(key).first { return try row["secret"] }
        try await transaction.query("INSERT INTO deployment_secrets (name) VALUES (\(name)) ON CONFLICT (name) DO NOTHING")
        guard let row = try await transaction.query(key).first else { throw Problem.unavailable() }
        return try row["secret"]
    }
}
