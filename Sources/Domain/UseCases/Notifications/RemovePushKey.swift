import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets an operator remove a push key of a tenant. Pushes that need the key wait for another one until they expire.
    /// - Throws: `invalid`, naming `topic`, if there is no such key.
    public func removePushKey(_ tenant: Tenant, topic: String, environment: PushEnvironment) async throws {
        let missing = Problem.invalid("topic", .unknown, "has no \(environment.rawValue) key in this tenant")
        try await remove(tenant, topic: topic, environment, detail: environment.rawValue, orElse: missing)
    }

    /// Lets an operator remove a tenant's key for Android. Pushes that need the key wait for another one until they expire.
    /// - Throws: `invalid`, naming `tenant`, if there is no such key.
    public func removeAndroidPushKey(_ tenant: Tenant) async throws {
        let missing = Problem.invalid("tenant", .unknown, "has no key for Android")
        try await remove(tenant, topic: nil, .production, detail: DeviceKind.fcm.rawValue, orElse: missing)
    }

    private func remove(
        _ tenant: Tenant, topic: String?, _ environment: PushEnvironment, detail: String, orElse missing: Problem
    ) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard let id = try await PushKeyRepository(transaction).remove(topic: topic, environment: environment) else { throw missing }
            try await transaction.audit(.pushKeyRemoved, by: .operator, on: id, detail: detail)
        }
    }
}
