import Foundation
import HTTPTypes
import Hummingbird
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

extension Response {
    /// The response that says that the client's copy is still current. It has no content, and so no media type (RFC 9110,
    /// 15.4.5).
    static func notModified(_ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentType] = nil
        return Response(status: .notModified, headers: headers)
    }
}
