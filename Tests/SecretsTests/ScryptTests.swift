import Testing

@testable import Secrets

@Suite("rules 20: scrypt")
struct ScryptTests {
    struct Vector: Sendable {
        let password: String
        let salt: String
        let parameters: (n: Int, r: Int, p: Int)
        let key: String
    }

    /// Shows rule 20.2.
    @Test(
        "scrypt computes the standard's examples (RFC 7914, without the one of a gigabyte)",
        arguments: [
            Vector(
                password: "", salt: "", parameters: (16, 1, 1),
                key: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
            Vector(
                password: "password", salt: "NaCl", parameters: (1024, 8, 16),
                key: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
            Vector(
                password: "pleaseletmein", salt: "SodiumChloride", parameters: (16384, 8, 1),
                key: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
        ])
    func examples(vector: Vector) throws {
        let parameters = try #require(ScryptParameters(n: vector.parameters.n, r: vector.parameters.r, p: vector.parameters.p))
        #expect(hex(try parameters.derive(64, password: vector.password, salt: Array(vector.salt.utf8))) == vector.key)
    }

    /// Shows rule 20.2.
    @Test("The standard cost gets the memory that it needs")
    func standard() throws {
        #expect(ScryptParameters(n: 1 << 15, r: 8, p: 3) == .standard)
        #expect(ScryptParameters(n: 16, r: 8, p: 1) == .quick)
        #expect(try ScryptParameters.standard.derive(32, password: "p", salt: [1]).count == 32)
    }

    @Test("The highest permitted cost gets the memory that it needs")
    func largest() throws {
        let largest = try #require(ScryptParameters(n: 1 << 18, r: 8, p: 1))
        #expect(try largest.derive(32, password: "p", salt: [1]).count == 32)
    }

    /// Shows rule 20.2.
    @Test(
        "Impossible or unaffordable costs are refused",
        arguments: [
            (0, 8, 1), (1, 8, 1), (3, 8, 1), (-2, 8, 1), (Int.min, 8, 1), (Int.max, 8, 1), (1 << 21, 1, 1), (1 << 19, 8, 1),
            (16, 0, 1), (16, -1, 1), (16, 33, 1), (16, Int.max, 1), (16, 8, 0), (16, 8, 17), (1 << 16, 1, 1),
            (1 << 18, 8, 16), (1 << 18, 8, 2), (1 << 15, 8, 13), (1 << 13, 32, 13),
        ] as [(Int, Int, Int)])
    func refused(n: Int, r: Int, p: Int) {
        #expect(ScryptParameters(n: n, r: r, p: p) == nil)
    }

    /// Shows rule 20.3.
    @Test("A hash's cost is the number of standard ones that take as long, rounded up, at most four")
    func cost() throws {
        let costs = try [1, 3, 4, 6, 7, 12].map { try #require(ScryptParameters(n: 1 << 15, r: 8, p: $0)).cost }
        #expect(costs == [1, 1, 2, 2, 3, 4])
        #expect(ScryptParameters.quick.cost == 1)
    }

    @Test("All of a password counts, after NUL characters too and at any length")
    func wholePassword() throws {
        let long = String(repeating: "ä", count: 10_000)
        let passwords = ["a", "a\u{0}b", "a\u{0}c", long, long + "b"]
        let keys = try passwords.map { try ScryptParameters.quick.derive(32, password: $0, salt: [1]) }
        #expect(Set(keys).count == passwords.count)
    }
}
