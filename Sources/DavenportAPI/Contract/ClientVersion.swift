/// The version that Davenport's own clients name in each request, by which a server recognises one that it doesn't understand any more
/// (rules 10.18 to 10.20).
package struct ClientVersion: Sendable, Hashable {
    /// The name of the header.
    package static let header = "Davenport-Client"
    /// The version of this client. It is that of the file `VERSION`, which apps don't have; a test compares them.
    package static let current = ClientVersion(1, 0, 0)
    /// The oldest version whose requests a server of this version understands. Raise it only to a version that has been out for
    /// a year, and add a row to docs/compatibility.md (rule 10.19).
    package static let oldestUnderstood = ClientVersion(1, 0, 0)

    private let parts: [Int]

    private init(_ major: Int, _ minor: Int, _ patch: Int) { parts = [major, minor, patch] }

    /// Reads a version, such as `1.0.0`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard parts.count == 3, parts.allSatisfy({ (1...6).contains($0.count) && $0.allSatisfy(digits.contains) }) else { return nil }
        self.parts = parts.compactMap { Int(Substring($0)) }
    }
}

extension ClientVersion: Comparable {
    package static func < (one: ClientVersion, other: ClientVersion) -> Bool { one.parts.lexicographicallyPrecedes(other.parts) }
}

extension ClientVersion: CustomStringConvertible {
    package var description: String { parts.map(String.init).joined(separator: ".") }
}
