import Foundation

/// A message to one browser, encrypted, as its push service takes it (RFC 8030).
public struct WebPushRequest: Sendable {
    /// The address of the browser's subscription. Logs contain only its host.
    public let endpoint: String
    /// The value of the header `Authorization`.
    public let authorization: String
    /// How long the push service may keep the message if the browser can't be reached, in seconds.
    public let lifetime: Int
    /// If several messages to a browser wait with the same topic, the push service keeps only the last.
    public let topic: String
    public let body: [UInt8]
}

extension WebPushRequest {
    /// The request over HTTPS.
    var https: HTTPSRequest {
        HTTPSRequest(
            url: endpoint,
            headers: [
                ("authorization", authorization), ("ttl", String(lifetime)), ("urgency", "normal"), ("topic", topic),
                ("content-encoding", "aes128gcm"), ("content-type", "application/octet-stream"),
            ], body: body)
    }
}

/// The content of a message to a browser, which the web client's service worker shows.
struct BrowserPayload: Encodable {
    let title: String
    let body: String
    /// A browser shows only the last notification with the same tag.
    let tag: String
    /// The page to open, a path.
    let url: String
    let badge: Int
    let kind: String

    /// The maximum size in bytes.
    static let limit = 3000
}
