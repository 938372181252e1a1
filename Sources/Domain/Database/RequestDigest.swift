import Foundation
import Secrets

/// Distinguishes a retry from another request with the same id, if the client chose the id.
package enum RequestDigest {
    /// Returns the digest of a decoded request. It is empty if the server chose the id, because nobody can repeat such a request.
    package static func of(_ input: some Encodable, id: UUID?) throws -> [UInt8] {
        guard id != nil else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Digest.sha256([UInt8](try encoder.encode(input)))
    }
}

extension String {
    /// The text's SHA-256 in 64 hexadecimal digits. It serves to compare texts that must not be stored.
    package var sha256: String { Digest.sha256(Array(utf8)).hexadecimal }
}
