import DavenportAPI
import Foundation
import Postgres
import Synchronization

/// Assumes that a request's token still belongs to the cached caller, and lets PostgreSQL check it.
///
/// The check is part of the request's first statements, so it costs no round trip. If the assumption is wrong, these
/// statements fail without any effect. So the end of a session, a suspension or a new role takes effect with the next
/// request, on every server.
final class OptimisticAuthentication: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open, confirmed, refuted
    }

    let remembered: CachedCaller
    private let tokenDigest: [UInt8]
    private let state = Atomic(State.open)

    /// Begins with the assumption that the cached caller is right.
    /// - Parameter tokenDigest: the SHA-256 of the request's token.
    init(_ remembered: CachedCaller, of tokenDigest: [UInt8]) {
        self.remembered = remembered
        self.tokenDigest = tokenDigest
    }

    /// Whether PostgreSQL hasn't checked the assumption yet.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether the assumption is wrong. In that case no statement of the request took effect.
    var isRefuted: Bool { state.load(ordering: .acquiring) == .refuted }

    /// Returns the statement that a transaction runs before its first statements, to check the assumption. The
    /// statement fails if the cached caller is wrong.
    ///
    /// It also fails if the last recorded use of the session is too old. The session is then looked up in the database,
    /// which records its use.
    /// - Returns: nil if the transaction is in another tenant, or if the assumption was checked already.
    func condition(in tenant: UUID, at now: Date) -> SQL? {
        guard isOpen, tenant == remembered.tenant.id else { return nil }
        return """
            SELECT require_caller(\(tenant), \(now), \(tokenDigest), \(now - SessionRules.touchInterval),
                \(Int(remembered.personVersion)), \(Int(remembered.tenantVersion)))
            """
    }

    /// Runs the first statements of a transaction, and records whether the assumption holds.
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
    /// Checks the cached caller by a transaction that does nothing else.
    func confirm(_ caller: Caller, _ authentication: OptimisticAuthentication) async throws {
        do {
            _ = try await transaction(for: caller, .singleRoundTrip) { try await $0.query("SELECT") }
        } catch  where authentication.isRefuted {}
    }
}

extension SQLState {
    /// The error that the SQL function `require_caller` raises if the cached caller is wrong.
    fileprivate static let otherCaller: SQLState = "DV001"
}
