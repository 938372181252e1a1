import DavenportAPI
import Foundation
import NIOCore
import NIOHPACK
import UntrustedText

/// Apple's answer to one push.
public struct APNsAnswer: Sendable, Hashable {
    /// The HTTP status; 200 if Apple accepted the push.
    public let status: Int
    /// Apple's reason for a refusal, such as `BadDeviceToken`.
    public let reason: String?
    /// With status 410: when Apple last found that the device no longer accepts pushes for this topic.
    public let timestamp: Date?
    /// The seconds after which Apple wants a retry; nil if it doesn't say. Never negative.
    public let retryAfter: TimeInterval?

    public init(status: Int, reason: String? = nil, timestamp: Date? = nil, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }
}

extension APNsAnswer {
    /// The JSON object in the body of every answer except a 200.
    private struct Body: Decodable {
        let reason: String?
        /// Milliseconds since 1970.
        let timestamp: Double?
    }

    /// Reads an answer; nil if it has no status. A body in another format is ignored.
    init?(headers: HPACKHeaders, body: ByteBuffer, now: Date = Date()) {
        guard let status = headers.first(name: ":status").flatMap({ Int($0) }) else { return nil }
        let details = body.readableBytes == 0 ? nil : try? Body(untrustedJSON: [UInt8](body.readableBytesView))
        self.init(
            status: status, reason: details?.reason.flatMap(Self.word),
            timestamp: details?.timestamp.map { Date(timeIntervalSince1970: $0 / 1000) },
            retryAfter: status == 200 ? nil : headers.first(name: "retry-after").flatMap { Self.seconds($0, from: now) })
    }

    /// Returns the reason if it is a single word, as all of Apple's are. Anything else is dropped, because it might not
    /// even be storable.
    private static func word(_ reason: String) -> String? {
        (1...100).contains(reason.utf8.count) && reason.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? reason : nil
    }

    /// Parses `Retry-After` (RFC 9110, 10.2.3): a number of seconds or a date.
    private static func seconds(_ text: String, from now: Date) -> TimeInterval? {
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return max(0, date.timeIntervalSince(now))
    }
}
