#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Decodable {
    /// Decodes a value from untrusted JSON, which may begin with a byte order mark.
    /// - Parameter values: the maximum number of JSON values.
    /// - Throws: `JSONSyntax.Fault` for bytes that aren't JSON or would take long to read; `DecodingError` for JSON
    ///   that doesn't describe a value of the type.
    package init(untrustedJSON bytes: [UInt8], values: Int = .max) throws {
        let bytes = bytes.withoutByteOrderMark
        try JSONSyntax.check(bytes, values: values)
        self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    }
}
