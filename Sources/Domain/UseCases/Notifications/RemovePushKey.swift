import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets an operator remove a push key of a tenant. Pushes that need the key wait for another one until they expire.
    /// - Throws: `invalid`, naming `topic`, if there is no such key.
    public func removePushKey(_ tenant: Tenant, topic: String, environment: PushEnvironment) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard let id = try await PushKeyRepository(transaction).remove(topic: topic, environment: environment) else {
                throw Problem.invalid("topic", .unknown, "has no \(environment.rawValue) key in this tenant")
            }
            try await transaction.audit(.pushKeyRemoved, by: .operator, on: id, detail: environment.rawValue)
        }
    }
}
