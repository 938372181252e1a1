#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Decodable {
    /// Reads a value from JSON that somebody else wrote.
    /// - Throws: `JSONSyntax.Fault` for bytes that are no JSON or would take long to read; `DecodingError` for another value.
    package init(untrustedJSON bytes: [UInt8]) throws {
        try JSONSyntax.check(bytes)
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }
}
