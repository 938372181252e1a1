import DavenportAPI
import Foundation
import Testing

@testable import Domain

@Suite("rules.md 2: what is remembered of tokens")
struct RememberedCallerTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test("It is gone by until the session's use is to be written, and not for a while after it was wrong")
    func expected() throws {
        let callers = RememberedCallers()
        callers.insert(remembered(1))
        let known = try #require(callers[[1]])
        #expect(known.isExpected(at: now + 3599) && !known.isExpected(at: now + 3600))
        callers.refute(known)
        callers.insert(remembered(1))
        #expect(try #require(callers[[1]]).isResting, "looking it up doesn't end its rest")
        #expect(!(try #require(callers[[1]]).isExpected(at: now)))
        callers.insert(remembered(2))
        #expect(try #require(callers[[2]]).isExpected(at: now), "another's token has nothing to do with it")
    }

    @Test("There is an end to how many there are, and those used lately are kept")
    func bounded() {
        let callers = RememberedCallers()
        for token in 0...(2 * RememberedCallers.limit) {
            callers.insert(remembered(token))
            #expect(callers[[0]] != nil || token > RememberedCallers.limit)
        }
        #expect(callers[digest(1)] == nil)
        #expect(callers[digest(2 * RememberedCallers.limit)] != nil)
    }

    private func digest(_ token: Int) -> [UInt8] { token < 256 ? [UInt8(token)] : withUnsafeBytes(of: token) { Array($0) } }

    private func remembered(_ token: Int) -> RememberedCaller {
        let tenant = Tenant(id: UUID(), slug: "sofa", name: "The Sofa", features: [.watch], signup: .invite)
        let caller = Caller(tenant: tenant, userID: UUID(), role: .member, sessionID: UUID(), address: .unknown)
        return RememberedCaller(caller, tokenDigest: digest(token), personVersion: 1, tenantVersion: 1, touchedUntil: now + 3600)
    }
}
