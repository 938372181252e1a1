import Foundation
import Secrets

/// Computes the digest that identifies content in a Content-Security-Policy and in Subresource Integrity.
enum IntegrityHash {
    /// Returns `sha256-` and the digest in Base64.
    static func of(_ content: [UInt8]) -> String {
        "sha256-" + Data(Digest.sha256(content)).base64EncodedString()
    }
}
