import Foundation
import Secrets

/// HTTP's entity tags: the answer's content, digested, so that whatever changes an answer changes its tag, even time alone.
enum EntityTag {
    /// The tag of a body.
    static func of(_ body: some Collection<UInt8>) -> String {
        "\"" + Data(Digest.sha256(body).prefix(15)).base64EncodedString() + "\""
    }

    /// Whether an `If-None-Match` header names the tag, weakly compared (RFC 9110, 13.1.2).
    static func matches(_ tag: String, _ header: String?) -> Bool {
        guard let header else { return false }
        return header.utf8.items.contains { item in
            let opaque = item.starts(with: "W/".utf8) ? item.dropFirst(2) : item
            return item.elementsEqual("*".utf8) || opaque.elementsEqual(tag.utf8)
        }
    }
}
