import Foundation
import Postgres

/// Reads and writes which addresses get no invites, for the whole deployment.
struct MailStopRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the key of the codes and of the stored addresses.
    func key() async throws -> [UInt8] {
        try await DeploymentSecretRepository(transaction).key(MailStop.keyName)
    }

    /// Whether the address with this digest gets no invites.
    func contains(_ digest: String) async throws -> Bool {
        try await !transaction.query("SELECT FROM stopped_mail_addresses WHERE digest = \(digest)").isEmpty
    }

    /// Ends the invites to the address with this digest.
    func insert(_ digest: String) async throws {
        try await transaction.query(
            """
            INSERT INTO stopped_mail_addresses (digest, stopped_at) VALUES (\(digest), \(transaction.now)) ON CONFLICT (digest) DO NOTHING
            """)
    }
}
