import DavenportAPI
import Foundation
import Postgres
import Synchronization

/// Expects of one request that its token still stands for whom it stood for.
///
/// It decides nothing: what the request first sends to the database fails, and does nothing, unless that is so. Finding out costs no
/// exchange of its own that way, and whoever is signed out, suspended or given another role is so with their next request, on every server.
final class OptimisticAuthentication: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open, confirmed, refuted
    }

    let remembered: CachedCaller
    private let tokenDigest: [UInt8]
    private let state = Atomic(State.open)

    /// - Parameter tokenDigest: the SHA-256 of the token that it was remembered of.
    init(_ remembered: CachedCaller, of tokenDigest: [UInt8]) {
        self.remembered = remembered
        self.tokenDigest = tokenDigest
    }

    /// Whether nothing has been heard of it yet.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether it is wrong. Then nothing that was sent took effect.
    var isRefuted: Bool { state.load(ordering: .acquiring) == .refuted }

    /// What goes out before the first statements of a transaction in a tenant, and fails unless the prediction is right. A session that was
    /// last used so long ago that its use is to be written is looked up too.
    func condition(in tenant: UUID, at now: Date) -> SQL? {
        guard isOpen, tenant == remembered.tenant.id else { return nil }
        return """
            SELECT require_caller(\(tenant), \(now), \(tokenDigest), \(now - SessionRules.touchInterval),
                \(Int(remembered.personVersion)), \(Int(remembered.tenantVersion)))
            """
    }

    /// Sends what the condition stands before, and notes what that says of it.
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
    /// What `require_caller` raises.
    fileprivate static let otherCaller: SQLState = "DV001"
}
