import Foundation
import Secrets

/// Tells a retry from another request that has the same id chosen by the client.
package enum RequestDigest {
    /// Of a request as it was read, or empty where the server chose the id, so that nobody can repeat it.
    package static func of(_ input: some Encodable, id: UUID?) throws -> [UInt8] {
        guard id != nil else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Digest.sha256([UInt8](try encoder.encode(input)))
    }
}

extension String {
    /// Its SHA-256 in 64 hexadecimal digits: tells texts apart that shall not be kept themselves.
    package var sha256: String { Digest.sha256(Array(utf8)).hexadecimal }
}
