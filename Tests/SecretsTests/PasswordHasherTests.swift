import Dispatch
import Testing

@testable import Secrets

@Suite("rules 20: password hashes")
struct PasswordHasherTests {
    let hasher = PasswordHasher(parameters: .quick)

    @Test("A password matches its own hash and no other")
    func verify() async throws {
        let stored = try await hasher.hash("correct horse")
        #expect(try await hasher.verify("correct horse", against: stored) == PasswordVerification(matches: true, needsRehash: false))
        #expect(try await hasher.verify("correct horsf", against: stored) == PasswordVerification(matches: false, needsRehash: false))
        #expect(try await hasher.verify("", against: stored).matches == false)
    }

    /// Shows rule 20.2.
    @Test("The stored text has the parameters, and every hash its own salt")
    func form() async throws {
        let stored = try await hasher.hash("a")
        #expect(stored.wholeMatch(of: #/\$scrypt\$ln=4,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}/#) != nil)
        #expect(try await hasher.hash("a") != stored)
    }

    @Test("A hash made by another program is accepted")
    func foreign() async throws {
        // Python: hashlib.scrypt("pässword".encode(), salt=bytes(range(16)), n=16, r=8, p=1, dklen=32)
        let stored = "$scrypt$ln=4,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$nx7tI5/kAl0Tw4KtNqh7rxpdq9gupWVX8SjBzfbO8CA"
        #expect(try await hasher.verify("pässword", against: stored).matches)
        #expect(try await !hasher.verify("password", against: stored).matches)
    }

    @Test("A hash with other parameters matches and requests a rehash, and a wrong password doesn't")
    func rehash() async throws {
        let parameters = try #require(ScryptParameters(n: 32, r: 4, p: 2))
        let stored = try await PasswordHasher(parameters: parameters).hash("a")
        #expect(stored.hasPrefix("$scrypt$ln=5,r=4,p=2$"))
        #expect(try await hasher.verify("a", against: stored) == PasswordVerification(matches: true, needsRehash: true))
        #expect(try await hasher.verify("b", against: stored) == PasswordVerification(matches: false, needsRehash: false))
    }

    @Test("Exactly one hash is computed in every case")
    func sameWork() async throws {
        let stored = try await hasher.hash("a")
        #expect(hasher.hashCount == 1)
        for (index, text) in [stored, String(stored.dropLast()), "", "$scrypt$", nil].enumerated() {
            _ = try await hasher.verify("a", against: text)
            #expect(hasher.hashCount == 2 + index)
        }
    }

    /// Shows rule 20.2.
    @Test(
        "A malformed hash matches nothing",
        arguments: [
            "", "$", "$$$$", "a", "$scrypt$ln=4,r=8,p=1", "$scrypt$ln=4,r=8,p=1$$", "$bcrypt$ln=4,r=8,p=1$<salt>$<hash>",
            "scrypt$ln=4,r=8,p=1$<salt>$<hash>",
            "$scrypt$ln=4,r=8,p=1$<salt>$<hash>$", "$scrypt$ln=4,r=8$<salt>$<hash>", "$scrypt$r=8,ln=4,p=1$<salt>$<hash>",
            "$scrypt$ln=0,r=8,p=1$<salt>$<hash>",
            "$scrypt$ln=63,r=8,p=1$<salt>$<hash>", "$scrypt$ln=64,r=8,p=1$<salt>$<hash>", "$scrypt$ln=-4,r=8,p=1$<salt>$<hash>",
            "$scrypt$ln=99999999999999999999,r=8,p=1$<salt>$<hash>", "$scrypt$ln=4,r=8,p=1$<salt>=$<hash>",
            "$scrypt$ln=4,r=8,p=1$<salt>$<hash>=",
            "$scrypt$ln=4,r=8,p=1$<hash>$<salt>", "$scrypt$ln=4,r=8,p=1,q=1$<salt>$<hash>",
            "$scrypt$ln=+4,r=8,p=1$<salt>$<hash>", "$scrypt$ln=4,r=08,p=1$<salt>$<hash>",
            "$scrypt$ln=18,r=8,p=16$<salt>$<hash>", "$scrypt$ln=15,r=8,p=13$<salt>$<hash>", "$scrypt$ln=19,r=8,p=1$<salt>$<hash>",
            "$scrypt$ln=4,r=8,p=1$<salt>$<hash>\u{301}", "$scrypt$\u{301}ln=4,r=8,p=1$<salt>$<hash>",
        ])
    func malformed(template: String) async throws {
        let parts = try await hasher.hash("a").split(separator: "$")
        let filled = { (template: String) in template.replacing("<salt>", with: parts[2]).replacing("<hash>", with: parts[3]) }
        #expect(!PasswordHash.isAcceptable(filled(template)))
        #expect(try await hasher.verify("a", against: filled(template)).matches == false)
        #expect(hasher.hashCount == 2)
        #expect(try await hasher.verify("a", against: filled("$scrypt$ln=4,r=8,p=1$<salt>$<hash>")).matches)
    }

    /// Shows rule 20.2.
    @Test("A stored hash of up to four times the standard work is accepted, and no other")
    func acceptable() async throws {
        let parts = try await hasher.hash("a").split(separator: "$")
        let text = { (cost: String) in "$scrypt$\(cost)$\(parts[2])$\(parts[3])" }
        for cost in ["ln=4,r=8,p=1", "ln=15,r=8,p=3", "ln=15,r=8,p=12", "ln=18,r=8,p=1"] { #expect(PasswordHash.isAcceptable(text(cost))) }
        for cost in ["ln=15,r=8,p=13", "ln=18,r=8,p=2", "ln=18,r=8,p=16"] { #expect(!PasswordHash.isAcceptable(text(cost))) }
        #expect(!PasswordHash.isAcceptable(text("ln=4,r=8,p=1") + String(repeating: "\u{301}", count: 100_000)))
    }

    /// Shows rule 20.3.
    @Test("If the queue is full the next job is refused, at once and without work")
    func busy() async throws {
        let threads = BoundedThreads(label: "test", threads: 1, queueLimit: 1)
        let hasher = PasswordHasher(parameters: .quick, on: threads)
        let gate = DispatchSemaphore(value: 0)
        async let occupying: Void = threads.run { gate.wait() }
        async let waiting = hasher.hash("a")
        try await eventually { threads.waitingCount == 1 }
        await #expect(throws: PasswordHasherError.busy) { try await hasher.hash("b") }
        await #expect(throws: PasswordHasherError.busy) { try await hasher.verify("b", against: nil) }
        #expect(hasher.hashCount == 0)
        gate.signal()
        try await occupying
        #expect(try await hasher.verify("a", against: waiting).matches)
    }

    @Test("A hundred concurrent jobs all complete, two at a time")
    func concurrent() async throws {
        let hasher = PasswordHasher(parameters: .quick, threads: 2, queueLimit: 100)
        let stored = try await hasher.hash("a")
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<100 { group.addTask { try await hasher.verify(index.isMultiple(of: 2) ? "a" : "b", against: stored).matches } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 50)
        #expect(hasher.hashCount == 101)
    }
}
