import DavenportAPI
import Foundation
import Postgres
import Synchronization

/// What a token stood for when it was looked up, remembered to be expected of it again.
///
/// It holds the rows' versions rather than what is in them, so that no change of a person or a tenant can be overlooked.
final class RememberedCaller: Sendable {
    let caller: Caller
    let tokenDigest: [UInt8]
    /// The transactions that last wrote the rows of the person and of their tenant.
    let personVersion, tenantVersion: Int
    /// When the session is looked up again, for its use to be written.
    private let touchedUntil: Date
    /// Until when it isn't expected again, since it has just been wrong: PostgreSQL logs each time that it is, and whoever changes their
    /// account again and again must not fill that log.
    private let restsUntil: ContinuousClock.Instant?

    /// - Parameters:
    ///   - touchedUntil: until when the session's use needs not be written.
    ///   - restsUntil: until when it is to be looked up each time.
    init(
        _ caller: Caller, tokenDigest: [UInt8], personVersion: Int, tenantVersion: Int, touchedUntil: Date,
        restsUntil: ContinuousClock.Instant? = nil
    ) {
        self.caller = caller
        self.tokenDigest = tokenDigest
        self.personVersion = personVersion
        self.tenantVersion = tenantVersion
        self.touchedUntil = touchedUntil
        self.restsUntil = restsUntil
    }

    var isResting: Bool { restsUntil.map { $0 > .now } ?? false }

    /// Whether a request at that moment may go by it.
    func isExpected(at now: Date) -> Bool { now < touchedUntil && !isResting }

    /// The same, found to be wrong.
    func refuted() -> RememberedCaller {
        RememberedCaller(
            caller, tokenDigest: tokenDigest, personVersion: personVersion, tenantVersion: tenantVersion, touchedUntil: touchedUntil,
            restsUntil: .now + SessionRules.rest)
    }
}

/// Expects of one request that its token still stands for whom it stood for.
///
/// It decides nothing: what the request first sends to the database fails, and does nothing, unless that is so. Finding out costs no
/// exchange of its own that way, and whoever is signed out, suspended or given another role is so with their next request, on every server.
final class Prediction: Sendable {
    /// Of the request that the task answers.
    @TaskLocal static var current: Prediction?

    private enum State: UInt8, AtomicRepresentable {
        case open, confirmed, refuted
    }

    let remembered: RememberedCaller
    private let state = Atomic(State.open)

    init(_ remembered: RememberedCaller) {
        self.remembered = remembered
    }

    /// Whether nothing has been heard of it yet.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether it is wrong. Then nothing that was sent took effect.
    var isRefuted: Bool { state.load(ordering: .acquiring) == .refuted }

    /// What goes out before the first statements of a transaction in a tenant, and fails unless the prediction is right. A session that was
    /// last used so long ago that its use is to be written is looked up too.
    func condition(in tenant: UUID, at now: Date) -> SQL? {
        guard isOpen, tenant == remembered.caller.tenant.id else { return nil }
        return """
            SELECT require_caller(\(tenant), \(now), \(remembered.tokenDigest), \(now - SessionRules.touchInterval),
                \(remembered.personVersion), \(remembered.tenantVersion))
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
    /// Sends nothing but what finds out whether the current prediction is right.
    func ask(_ prediction: Prediction) async throws {
        do {
            _ = try await roundTrip(in: prediction.remembered.caller.tenant.id) { try await $0.query("SELECT") }
        } catch  where prediction.isRefuted {}
    }
}

extension SQLState {
    /// What `require_caller` raises.
    fileprivate static let otherCaller: SQLState = "DV001"
}
