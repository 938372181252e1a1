import DavenportAPI
import Foundation
import NIOCore
import NIOHPACK
import UntrustedText

/// Apple's answer to one push.
public struct APNsAnswer: Sendable, Hashable {
    /// The HTTP status; 200 if Apple accepted the push.
    public let status: Int
    /// Apple's reason for a refusal, such as `BadDeviceToken`; nil if Apple accepted the push, or if the reason can't
    /// be read.
    public let reason: String?
    /// The last time at which Apple found that the device doesn't accept pushes for the topic, which is the app's
    /// bundle id. It is nil unless the status is 410.
    public let timestamp: Date?
    /// The number of seconds, never negative, after which Apple wants a retry; nil if Apple doesn't say.
    public let retryAfter: TimeInterval?

    public init(status: Int, reason: String? = nil, timestamp: Date? = nil, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }
}

extension APNsAnswer {
    /// The JSON object in the body of Apple's answer. Every answer except one with status 200 has a body.
    private struct Body: Decodable {
        let reason: String?
        /// The time in milliseconds since 1970, only with status 410.
        let timestamp: Double?
    }

    /// Parses an answer; nil if it has no status. A body that isn't the expected JSON object is ignored.
    init?(headers: HPACKHeaders, body: ByteBuffer, now: Date = Date()) {
        guard let status = headers.first(name: ":status").flatMap({ Int($0) }) else { return nil }
        let details = body.readableBytes == 0 ? nil : try? Body(untrustedJSON: [UInt8](body.readableBytesView))
        self.init(
            status: status, reason: details?.reason.flatMap(Self.word),
            timestamp: details?.timestamp.map { Date(timeIntervalSince1970: $0 / 1000) },
            retryAfter: status == 200 ? nil : headers.first(name: "retry-after").flatMap { Self.seconds($0, from: now) })
    }

    /// Returns the reason if it is a single word, as all of Apple's reasons are. Returns nil for any other text,
    /// because the database might not be able to store it.
    private static func word(_ reason: String) -> String? {
        (1...100).contains(reason.utf8.count) && reason.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? reason : nil
    }

    /// Parses the value of `Retry-After` (RFC 9110, 10.2.3), a number of seconds or a date, into seconds; nil if it is
    /// malformed.
    private static func seconds(_ text: String, from now: Date) -> TimeInterval? {
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return max(0, date.timeIntervalSince(now))
    }
}
