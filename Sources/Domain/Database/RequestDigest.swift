import Foundation
import Secrets

/// Distinguishes a retry from a different request under the same id. A client can choose the id of what it creates, and
/// repeat the request if it got no response.
package enum RequestDigest {
    /// Returns the digest of a decoded request. It is empty if the client didn't choose an id, because such a request
    /// can't be repeated.
    package static func of(_ input: some Encodable, id: UUID?) throws -> [UInt8] {
        guard id != nil else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Digest.sha256([UInt8](try encoder.encode(input)))
    }
}

extension String {
    /// The text's SHA-256 as 64 hexadecimal digits. It serves to compare texts that must not be stored.
    package var sha256: String { Digest.sha256(Array(utf8)).hexadecimal }
}
