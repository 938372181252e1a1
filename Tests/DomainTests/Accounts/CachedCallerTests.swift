import DavenportAPI
import Foundation
import Testing

@testable import Domain

@Suite("rules 2: the cache of authenticated callers")
struct CachedCallerTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test("An entry is used until the session's use must be recorded, and a token that was wrong once isn't cached for a while")
    func expected() throws {
        let callers = CallerCache()
        callers.insert(cachedCaller(), of: digest(1))
        let known = try #require(callers[digest(1)])
        #expect(known.isUsable(at: now + 3599) && !known.isUsable(at: now + 3600))
        callers.invalidate(digest(1))
        callers.insert(cachedCaller(), of: digest(1))
        #expect(callers[digest(1)] == nil, "looking it up doesn't end its rest")
        callers.insert(cachedCaller(), of: digest(2))
        #expect(try #require(callers[digest(2)]).isUsable(at: now), "another's token has nothing to do with it")
    }

    @Test("The cache is bounded, and keeps the most recently used entries")
    func bounded() {
        let callers = CallerCache()
        for token in 0...(2 * CallerCache.limit) {
            callers.insert(cachedCaller(), of: digest(token))
            #expect(callers[digest(0)] != nil || token > CallerCache.limit)
        }
        #expect(callers[digest(1)] == nil)
        #expect(callers[digest(2 * CallerCache.limit)] != nil)
    }

    @Test("Entries of one tenant share one value while the tenant's version is the same")
    func shared() throws {
        let callers = CallerCache()
        let id = UUID()
        for (token, version) in [1, 1, 2 as UInt32].enumerated() {
            callers.insert(cachedCaller(tenantID: id, tenantVersion: version), of: digest(token))
        }
        let tenants = try (0..<3).map { try #require(callers[digest($0)]).tenant }
        #expect(tenants[0] === tenants[1] && tenants[1] !== tenants[2])
    }

    private func digest(_ token: Int) -> [UInt8] { Array("\(token + 1_000_000)".utf8) + [UInt8](repeating: 0, count: 25) }

    private func cachedCaller(tenantID: UUID = UUID(), tenantVersion: UInt32 = 1) -> CachedCaller {
        let tenant = Tenant(id: tenantID, slug: "sofa", name: "The Sofa", features: [.watch], signup: .invite)
        return CachedCaller(
            tenant: tenant, userID: UUID(), sessionID: UUID(), role: .member, personVersion: 1, tenantVersion: tenantVersion,
            touchedUntil: now + 3600, newcomerUntil: nil)
    }
}
