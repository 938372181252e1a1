import Foundation
import NIOHPACK

/// A push to one device. Its type (`apns-push-type: alert`) and its priority (10, immediate) are always the same.
public struct APNsRequest: Sendable {
    /// The value of the header `apns-id`, which identifies the push. It stays the same when the push is retried.
    public let id: UUID
    /// The device token in hexadecimal digits, as the app received it. Logs contain only its last four digits.
    public let deviceToken: String
    /// The value of the header `apns-topic`: the app's bundle id.
    public let topic: String
    /// The time until which Apple may keep the push if the device can't be reached. The header `apns-expiration` has it
    /// in whole seconds.
    public let expiration: Date
    /// The value of the header `apns-collapse-id`, at most 64 bytes. If several pushes have the same value, the device
    /// shows only the last.
    public let collapseID: String
    /// The payload, a JSON object of at most 4096 bytes.
    public let payload: [UInt8]

    public init(id: UUID, deviceToken: String, topic: String, expiration: Date, collapseID: String, payload: [UInt8]) {
        self.id = id
        self.deviceToken = deviceToken
        self.topic = topic
        self.expiration = expiration
        self.collapseID = collapseID
        self.payload = payload
    }
}

extension APNsRequest {
    /// Builds the HTTP/2 headers of the push. Only headers that are the same in many pushes are added to HPACK's compression
    /// table, because other headers would displace them there.
    func headers(authority: String, providerToken: String) -> HPACKHeaders {
        let fields: [(String, String, HPACKIndexing)] = [
            (":method", "POST", .indexable),
            (":scheme", "https", .indexable),
            (":path", "/3/device/\(deviceToken)", .nonIndexable),
            (":authority", authority, .indexable),
            ("authorization", "bearer \(providerToken)", .indexable),
            ("apns-topic", topic, .indexable),
            ("apns-push-type", "alert", .indexable),
            ("apns-priority", "10", .indexable),
            ("apns-expiration", String(Int64(expiration.timeIntervalSince1970)), .nonIndexable),
            ("apns-id", id.uuidString.lowercased(), .nonIndexable),
            ("apns-collapse-id", collapseID, .nonIndexable),
        ]
        var headers = HPACKHeaders()
        headers.reserveCapacity(fields.count)
        for (name, value, indexing) in fields { headers.add(name: name, value: value, indexing: indexing) }
        return headers
    }

    /// Returns the reason why a push can't be sent because a value can't stand in a header, in a few words; nil if the
    /// push is valid.
    func fault(providerToken: String) -> String? {
        if deviceToken.isEmpty || !deviceToken.utf8.allSatisfy(Self.isHexadecimal) {
            return "the device token isn't hexadecimal"
        }
        if !Self.isWord(topic) { return "the topic isn't a bundle identifier" }
        if !Self.isWord(collapseID) { return "the collapse id contains characters other than letters, digits and punctuation" }
        return Self.isWord(providerToken) ? nil : "the provider token is malformed"
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// A push that is queued or in flight, with the task that waits for its result. Its `end` must be called exactly once.
struct PendingPush: Sendable {
    let request: APNsRequest
    let providerToken: String
    let startBy: ContinuousClock.Instant
    /// The number of times that Apple has returned the push unprocessed.
    var returns = 0
    private let continuation: CheckedContinuation<APNsResult, Never>

    init(
        _ request: APNsRequest, providerToken: String, startBy: ContinuousClock.Instant,
        continuation: CheckedContinuation<APNsResult, Never>
    ) {
        self.request = request
        self.providerToken = providerToken
        self.startBy = startBy
        self.continuation = continuation
    }

    func end(_ result: APNsResult) {
        continuation.resume(returning: result)
    }

    /// The last four digits of the device token, for logs, which must not contain the whole token.
    var device: String { "…\(request.deviceToken.suffix(4))" }
}
