import Foundation
import NIOHPACK

/// A request's headers. What repeats from request to request is left to HPACK's table; what is different each time would only push that
/// out.
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

    /// What is wrong with a request, in a few words, where no header may hold what it says; nil for a good one.
    static func fault(in request: APNsRequest, providerToken: String) -> String? {
        if request.deviceToken.isEmpty || !request.deviceToken.utf8.allSatisfy(isHexadecimal) {
            return "the device token is not hexadecimal"
        }
        if !isWord(request.topic) { return "the topic is no bundle identifier" }
        if !isWord(request.collapseID) { return "the collapse id has other characters than letters, digits and signs" }
        return isWord(providerToken) ? nil : "the provider token is none"
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
