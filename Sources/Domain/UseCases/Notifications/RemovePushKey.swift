import DavenportAPI
import Foundation
import Secrets

/// Removes a key: an operator's work. What is to be pushed by it waits for another until it expires.
public struct RemovePushKey: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `invalid` naming `topic` where there is none for this app and environment.
    public func callAsFunction(_ tenant: Tenant, topic: String, environment: PushEnvironment) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard let id = try await PushKeyRepository(transaction).remove(topic: topic, environment: environment) else {
                throw Problem.invalid("topic", .unknown, "has no \(environment.rawValue) key in this tenant")
            }
            try await transaction.audit(.pushKeyRemoved, by: .operator, on: id, detail: environment.rawValue)
        }
    }
}
