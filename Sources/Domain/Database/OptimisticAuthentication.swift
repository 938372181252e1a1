import DavenportAPI
import Foundation
import Postgres
import Synchronization

/// Assumes that a request's token still stands for the cached caller, and has PostgreSQL confirm it.
///
/// It decides nothing itself. The request's first statements fail without any effect if the assumption is wrong. So the
/// check costs no round trip. A session's end, a suspension or a new role takes effect with the next request, on every
/// server.
final class OptimisticAuthentication: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open, confirmed, refuted
    }

    let remembered: CachedCaller
    private let tokenDigest: [UInt8]
    private let state = Atomic(State.open)

    /// - Parameter tokenDigest: the SHA-256 of the token whose caller was cached.
    init(_ remembered: CachedCaller, of tokenDigest: [UInt8]) {
        self.remembered = remembered
        self.tokenDigest = tokenDigest
    }

    /// Whether PostgreSQL has neither confirmed nor refuted it yet.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether it is wrong. Then no statement of the request took effect.
    var isRefuted: Bool { state.load(ordering: .acquiring) == .refuted }

    /// Returns the statement that comes before the first statements of a transaction, and fails unless the assumption holds.
    ///
    /// It also fails if the session's last use is so old that it must be recorded. The session is then looked up.
    /// - Returns: nil if the transaction is in another tenant, or if the assumption is already confirmed or refuted.
    func condition(in tenant: UUID, at now: Date) -> SQL? {
        guard isOpen, tenant == remembered.tenant.id else { return nil }
        return """
            SELECT require_caller(\(tenant), \(now), \(tokenDigest), \(now - SessionRules.touchInterval),
                \(Int(remembered.personVersion)), \(Int(remembered.tenantVersion)))
            """
    }

    /// Sends the first statements and records whether PostgreSQL confirmed or refuted the assumption.
    func awaiting<Rows>(_ send: () async throws -> Rows) async throws -> Rows {
        do {
            let rows = try await send()
            _ = state.compareExchange(expected: .open, desired: .confirmed, ordering: .acquiringAndReleasing)
            return rows
        } catch let error as PostgresError where error.sqlState == .otherCaller {
            _ = state.compareExchange(expected: .open, desired: .refuted, ordering: .acquiringAndReleasing)
            throw error
        }
    }
}

extension Database {
    /// Sends only the condition, to learn whether the caller is who the server expected.
    func confirm(_ caller: Caller, _ authentication: OptimisticAuthentication) async throws {
        do {
            _ = try await transaction(for: caller, .singleRoundTrip) { try await $0.query("SELECT") }
        } catch  where authentication.isRefuted {}
    }
}

extension SQLState {
    /// The error that the SQL function `require_caller` raises.
    fileprivate static let otherCaller: SQLState = "DV001"
}
