import Foundation
import Secrets

/// Names content by its digest, as a Content-Security-Policy and Subresource Integrity write it.
enum IntegrityHash {
    /// `sha256-` and the digest in Base64.
    static func of(_ content: [UInt8]) -> String {
        "sha256-" + Data(Digest.sha256(content)).base64EncodedString()
    }
}
