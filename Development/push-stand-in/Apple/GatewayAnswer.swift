import NIOCore
import NIOHPACK

/// A response in the form of Apple's responses to pushes.
struct GatewayAnswer {
    let status: Int
    let reason: String?
    private var timestamp: Int?
    private var retryAfter: String?

    static let taken = GatewayAnswer(status: 200, reason: nil)

    private init(status: Int, reason: String?) {
        self.status = status
        self.reason = reason
    }

    init(_ refusal: GatewayRefusal) { self.init(status: refusal.status, reason: refusal.reason) }

    init(_ rule: Rule) {
        self.init(status: rule.status ?? 200, reason: rule.reason)
        timestamp = rule.timestamp
        retryAfter = rule.retryAfter
    }

    /// Returns the headers of the response.
    /// - Parameter id: the request's `apns-id`; nil if it has none.
    func headers(id: String?) -> HPACKHeaders {
        var headers: HPACKHeaders = [":status": String(status)]
        if let id { headers.add(name: "apns-id", value: id, indexing: .nonIndexable) }
        if let retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        if reason != nil { headers.add(name: "content-type", value: "application/json") }
        return headers
    }

    /// The response's JSON body, which contains the reason. It is nil if there is no reason, because the status then
    /// says everything.
    var body: ByteBuffer? {
        reason.map { reason in
            ByteBuffer(string: "{\"reason\":\"\(reason)\"\(timestamp.map { ",\"timestamp\":\($0)" } ?? "")}")
        }
    }
}
