import Foundation
import Secrets

/// HTTP's entity tags: the answer's content, digested, so that time, a new name or a comment changes it, whatever the cause.
public enum EntityTag {
    /// The tag of a body.
    public static func of(_ body: [UInt8]) -> String {
        "\"" + Data(Digest.sha256(body).prefix(15)).base64EncodedString() + "\""
    }

    /// Whether an `If-None-Match` header names the tag, weakly compared (RFC 9110, 13.1.2).
    public static func matches(_ tag: String, _ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { candidate in
            let candidate = candidate.trimmingCharacters(in: .whitespaces)
            return candidate == "*" || candidate == tag || candidate == "W/" + tag
        }
    }
}
