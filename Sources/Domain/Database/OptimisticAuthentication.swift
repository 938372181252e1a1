import DavenportAPI
import Foundation
import Postgres
import Synchronization

// Authentication without a round trip of its own: the check of a cached caller, and the cache.

/// Assumes that a request's token still belongs to the cached caller, and lets PostgreSQL check it.
///
/// The check is part of the request's first statements, so it costs no round trip. If the assumption is wrong, these
/// statements fail without any effect. So the end of a session, a suspension or a new role takes effect with the next
/// request, on every server.
final class OptimisticAuthentication: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open, confirmed, refuted
    }

    let caller: CachedCaller
    private let tokenDigest: [UInt8]
    private let state = Atomic(State.open)

    /// Begins with the assumption that the cached caller is right.
    /// - Parameter tokenDigest: the SHA-256 of the request's token.
    init(_ caller: CachedCaller, of tokenDigest: [UInt8]) {
        self.caller = caller
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
        guard isOpen, tenant == caller.tenant.id else { return nil }
        return """
            SELECT require_caller(\(tenant), \(now), \(tokenDigest), \(now - SessionRules.touchInterval),
                \(Int(caller.personVersion)), \(Int(caller.tenantVersion)))
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

/// The caller that a token belonged to when it was last looked up in the database.
///
/// The entry holds the versions of the user's and the tenant's rows instead of their contents, so that any change to
/// the rows is detected. It has no client address and is compact, because `CallerCache` holds thousands of entries.
struct CachedCaller: Sendable {
    var tenant: Tenant
    let userID, sessionID: UUID
    let role: Role
    /// The transactions that last wrote the rows of the user and of the tenant: the 32-bit `xmin` of each row.
    let personVersion, tenantVersion: UInt32
    /// The moment from which the entry isn't used any more. The session is then looked up in the database, which
    /// records that it is in use.
    let touchedUntil: Date
    /// When a user who came by open sign-up stops being a newcomer; nil for all others.
    let newcomerUntil: Date?

    /// Returns the caller for one request that comes from this address.
    func caller(from address: ClientAddress, _ request: RequestContext = RequestContext()) -> Caller {
        Caller(
            tenant: tenant, userID: userID, role: role, sessionID: sessionID, address: address, request: request,
            newcomerUntil: newcomerUntil)
    }

    /// Returns whether a request that is received at this moment may use the entry.
    func isUsable(at now: Date) -> Bool { now < touchedUntil }
}

/// Caches the callers of recently used tokens, up to a fixed number.
///
/// There are thousands of long-lived entries. So each is stored inline in the cache's dictionary, and the entries of
/// one tenant share one `Tenant` object.
final class CallerCache: Sendable {
    /// The maximum number of entries in each of the two generations of the cache.
    static let limit = 10_000

    /// The two generations of entries, called halves. An entry that is used moves from the old half to the new one.
    /// When the new half is full, it becomes the old one, and the previous old half is dropped.
    private struct Halves {
        var new: [TokenDigest: CachedCaller] = [:]
        var old: [TokenDigest: CachedCaller] = [:]
        /// The `Tenant` object that the entries of the new half share, and the version of the tenant's row, by the
        /// tenant's id.
        var tenants: [UUID: (version: UInt32, tenant: Tenant)] = [:]
        /// The tokens that may not be cached for some seconds, because their cached caller turned out to be wrong. The
        /// value is the end of that pause.
        ///
        /// PostgreSQL logs an error for each wrong entry. Without the pause, a user who changes their account again and
        /// again could fill PostgreSQL's log.
        var resting: [TokenDigest: ContinuousClock.Instant] = [:]
    }

    private let halves = Mutex(Halves())

    /// The cached caller of the token with this digest (`SessionToken.digest`), or nil if there is none.
    subscript(tokenDigest: [UInt8]) -> CachedCaller? {
        let token = TokenDigest(tokenDigest)
        return halves.withLock { halves in
            if let found = halves.new[token] { return found }
            guard let found = halves.old[token] else { return nil }
            Self.insert(found, token, in: &halves)
            return found
        }
    }

    /// Caches the caller of a token, unless the token's entry turned out wrong in the last seconds.
    func insert(_ caller: CachedCaller, of tokenDigest: [UInt8]) {
        let token = TokenDigest(tokenDigest)
        halves.withLock { halves in
            if let end = halves.resting[token] {
                guard end <= .now else { return }
                halves.resting[token] = nil
            }
            Self.insert(caller, token, in: &halves)
        }
    }

    /// Removes a token's entry because it was wrong, and keeps the token out of the cache for `SessionRules.rest`.
    func invalidate(_ tokenDigest: [UInt8]) {
        let token = TokenDigest(tokenDigest)
        halves.withLock { halves in
            let now = ContinuousClock.now
            if halves.resting.count >= Self.limit { halves.resting = halves.resting.filter { $0.value > now } }
            (halves.new[token], halves.old[token]) = (nil, nil)
            halves.resting[token] = now + SessionRules.rest
        }
    }

    private static func insert(_ caller: CachedCaller, _ token: TokenDigest, in halves: inout Halves) {
        if halves.new.count >= limit {
            halves = Halves(old: halves.new, resting: halves.resting)
        }
        var caller = caller
        if let known = halves.tenants[caller.tenant.id], known.version == caller.tenantVersion {
            caller.tenant = known.tenant
        } else {
            halves.tenants[caller.tenant.id] = (caller.tenantVersion, caller.tenant)
        }
        halves.new[token] = caller
    }
}

/// A token's SHA-256, stored inline without a heap allocation.
private struct TokenDigest: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Stores a digest.
    /// - Parameter bytes: the SHA-256 of a token, 32 bytes long.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == 32, "a SHA-256 has 32 bytes, not \(bytes.count)")
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    static func == (left: TokenDigest, right: TokenDigest) -> Bool { left.words == right.words }

    /// Hashes only the first word of the digest, which is random enough.
    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
