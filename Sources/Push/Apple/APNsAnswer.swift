import DavenportAPI
import Foundation
import NIOCore
import NIOHPACK
import UntrustedText

/// What Apple answered to one push.
public struct APNsAnswer: Sendable, Hashable {
    /// The HTTP status; 200 where the push was taken.
    public let status: Int
    /// Apple's word for why it was not, such as `BadDeviceToken`.
    public let reason: String?
    /// With status 410: when Apple last found that the device has no use for this topic any more.
    public let timestamp: Date?
    /// In how many seconds Apple wants to hear of it again, where it said so. Never negative.
    public let retryAfter: TimeInterval?

    public init(status: Int, reason: String? = nil, timestamp: Date? = nil, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }
}

extension APNsAnswer {
    /// The JSON object in the body of everything but a 200.
    private struct Body: Decodable {
        let reason: String?
        /// Milliseconds since 1970.
        let timestamp: Double?
    }

    /// From an answer as it came; nil where it has no status. A body that is not Apple's tells nothing.
    init?(headers: HPACKHeaders, body: ByteBuffer, now: Date = Date()) {
        guard let status = headers.first(name: ":status").flatMap({ Int($0) }) else { return nil }
        let told = body.readableBytes == 0 ? nil : try? Body(untrustedJSON: [UInt8](body.readableBytesView))
        self.init(
            status: status, reason: told?.reason.flatMap(Self.word),
            timestamp: told?.timestamp.map { Date(timeIntervalSince1970: $0 / 1000) },
            retryAfter: status == 200 ? nil : headers.first(name: "retry-after").flatMap { Self.seconds($0, from: now) })
    }

    /// Apple's reasons are words. What is none tells nothing, and might not even be stored.
    private static func word(_ reason: String) -> String? {
        (1...100).contains(reason.utf8.count) && reason.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? reason : nil
    }

    /// RFC 9110, 10.2.3: a number of seconds or a date.
    private static func seconds(_ text: String, from now: Date) -> TimeInterval? {
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return max(0, date.timeIntervalSince(now))
    }
}
