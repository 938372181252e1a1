import Foundation
import Secrets

/// HTTP's entity tags: the answer's content, digested, so that time, a new name or a comment changes it, whatever the cause.
public enum EntityTag {
    /// The tag of a body.
    public static func of(_ body: [UInt8]) -> String {
        "\"" + Data(Digest.sha256(body).prefix(15)).base64EncodedString() + "\""
    }

}
