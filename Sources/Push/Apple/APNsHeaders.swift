import Foundation
import NIOHPACK

/// Builds the HTTP/2 headers of a push. Only headers that are the same in many pushes are added to HPACK's compression
/// table, because other headers would displace them there.
struct APNsHeaders {
    private let authority: String

    init(authority: String) {
        self.authority = authority
    }

    func headers(of request: APNsRequest, providerToken: String) -> HPACKHeaders {
        let fields: [(String, String, HPACKIndexing)] = [
            (":method", "POST", .indexable),
            (":scheme", "https", .indexable),
            (":path", "/3/device/\(request.deviceToken)", .nonIndexable),
            (":authority", authority, .indexable),
            ("authorization", "bearer \(providerToken)", .indexable),
            ("apns-topic", request.topic, .indexable),
            ("apns-push-type", "alert", .indexable),
            ("apns-priority", "10", .indexable),
            ("apns-expiration", String(Int64(request.expiration.timeIntervalSince1970)), .nonIndexable),
            ("apns-id", request.id.uuidString.lowercased(), .nonIndexable),
            ("apns-collapse-id", request.collapseID, .nonIndexable),
        ]
        var headers = HPACKHeaders()
        headers.reserveCapacity(fields.count)
        for (name, value, indexing) in fields { headers.add(name: name, value: value, indexing: indexing) }
        return headers
    }

    /// Returns the reason why a push can't be sent because a value can't stand in a header, in a few words; nil if the
    /// push is valid.
    static func fault(in request: APNsRequest, providerToken: String) -> String? {
        if request.deviceToken.isEmpty || !request.deviceToken.utf8.allSatisfy(isHexadecimal) {
            return "the device token isn't hexadecimal"
        }
        if !isWord(request.topic) { return "the topic isn't a bundle identifier" }
        if !isWord(request.collapseID) { return "the collapse id contains characters other than letters, digits and punctuation" }
        return isWord(providerToken) ? nil : "the provider token is malformed"
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
