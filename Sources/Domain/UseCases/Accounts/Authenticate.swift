import DavenportAPI
import Foundation
import Secrets

/// Finds who calls by a bearer token.
public struct Authenticate: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter address: where the request comes from.
    /// - Throws: `unauthenticated` for anything but a good token, without saying why; `tenantNotFound` for a good one of a suspended tenant.
    public func callAsFunction(token text: String, from address: ClientAddress = .unknown) async throws -> Caller {
        guard let token = SessionToken(text) else { throw Problem(.unauthenticated) }
        let now = database.clock.now
        let found = try await database.roundTrip(in: token.tenant) { transaction in
            try await SessionRepository(transaction).authenticate(token, idleSince: SessionRules.idleLimit(at: now), from: address)
        }
        guard let found else { throw Problem(.unauthenticated) }
        guard !found.tenantSuspended else { throw Problem(.tenantNotFound) }
        if now.timeIntervalSince(found.lastUsedAt) >= SessionRules.touchInterval {
            try await database.roundTrip(in: token.tenant) { try await SessionRepository($0).touch(found.caller.sessionID) }
        }
        return found.caller
    }
}
