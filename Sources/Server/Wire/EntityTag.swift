import Foundation
import Secrets

/// Computes and compares HTTP entity tags. An entity tag is a digest of the response's body. So it changes with the
/// body, even if the body changed only because time has passed.
enum EntityTag {
    /// Returns the entity tag of a response's body.
    static func of(_ body: some Collection<UInt8>) -> String {
        "\"" + Data(Digest.sha256(body).prefix(15)).base64EncodedString() + "\""
    }

    /// Whether an `If-None-Match` header contains the tag, by weak comparison (RFC 9110, 13.1.2).
    static func matches(_ tag: String, _ header: String?) -> Bool {
        guard let header else { return false }
        return header.utf8.items.contains { item in
            let opaque = item.starts(with: "W/".utf8) ? item.dropFirst(2) : item
            return item.elementsEqual("*".utf8) || opaque.elementsEqual(tag.utf8)
        }
    }
}
