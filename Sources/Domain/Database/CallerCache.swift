import DavenportAPI
import Foundation
import Synchronization

/// What a token stood for when it was looked up, remembered to be expected of it again. Thousands are: it has what a `Caller` is made of
/// close together, and no address.
///
/// It holds the rows' versions rather than what is in them, so that no change of a person or a tenant can be overlooked.
struct CachedCaller: Sendable {
    var tenant: Tenant
    let userID, sessionID: UUID
    let role: Role
    /// The transactions that last wrote the rows of the person and of their tenant: `xmin`, which has 32 bits.
    let personVersion, tenantVersion: UInt32
    /// When the session is looked up again, for its use to be written.
    let touchedUntil: Date

    /// Returns the caller of a request from an address.
    func caller(from address: ClientAddress, _ request: RequestContext = RequestContext()) -> Caller {
        Caller(tenant: tenant, userID: userID, role: role, sessionID: sessionID, address: address, request: request)
    }

    /// Whether a request at that moment may go by it.
    func isExpected(at now: Date) -> Bool { now < touchedUntil }
}

/// What tokens stood for lately, a bounded number of them: those used most recently, and some of those before.
///
/// There may be thousands, who stay while everything else comes and goes: each lies in the table itself, and those of one tenant share it.
final class CallerCache: Sendable {
    /// How many there are in each half.
    static let limit = 10_000

    /// What is used moves into the new half. When that is full it becomes the old one, and what the old one held is forgotten.
    private struct Halves {
        var new: [TokenDigest: CachedCaller] = [:]
        var old: [TokenDigest: CachedCaller] = [:]
        /// Of those in the new half the latest versions.
        var tenants: [UUID: (version: UInt32, tenant: Tenant)] = [:]
        /// Until when tokens aren't remembered, since what was has just been wrong: PostgreSQL logs each time that it is, and whoever
        /// changes their account again and again must not fill that log.
        var resting: [TokenDigest: ContinuousClock.Instant] = [:]
    }

    private let halves = Mutex(Halves())

    /// What a token with this digest (`SessionToken.digest`) stood for.
    subscript(tokenDigest: [UInt8]) -> CachedCaller? {
        let token = TokenDigest(tokenDigest)
        return halves.withLock { halves in
            if let found = halves.new[token] { return found }
            guard let found = halves.old[token] else { return nil }
            Self.insert(found, token, in: &halves)
            return found
        }
    }

    /// Remembers what a token stands for, unless that has just been wrong.
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

    /// Forgets what was remembered of a token, since it is wrong, and remembers nothing of it for a while.
    func refute(_ tokenDigest: [UInt8]) {
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

/// A token's SHA-256, without memory of its own.
private struct TokenDigest: Hashable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter bytes: 32 of them.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == 32, "a SHA-256 has 32 bytes, not \(bytes.count)")
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    static func == (left: TokenDigest, right: TokenDigest) -> Bool { left.words == right.words }

    /// Any part of it is as random as the whole.
    func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
