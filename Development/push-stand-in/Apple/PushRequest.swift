import Foundation
import NIOHPACK

/// A push request as it arrived, before the stand-in has checked anything.
struct PushRequest {
    /// The maximum size in bytes of a payload that Apple accepts.
    static let largestPayload = 4096

    private var fields: [String: String] = [:]
    private var hasDuplicates = false

    init(_ headers: HPACKHeaders) {
        for (name, value, _) in headers where fields.updateValue(value, forKey: name) != nil { hasDuplicates = true }
    }

    /// Returns the value of a header; nil if there is none.
    subscript(name: String) -> String? { fields[name] }

    private var path: String { fields[":path"] ?? "" }

    private static let prefix = "/3/device/"

    /// The device's token, from the path; empty if the path has none.
    var device: Substring { path.utf8.starts(with: Self.prefix.utf8) ? path.dropFirst(Self.prefix.count) : "" }

    /// Checks the method and the path.
    /// - Throws: the error with which Apple would refuse the request.
    func checkPath() throws(PushAnswer) {
        if fields[":method"] != "POST" { throw PushAnswer(405, "MethodNotAllowed") }
        if path == "/3/device" || path == Self.prefix { throw PushAnswer(400, "MissingDeviceToken") }
        if device.isEmpty { throw PushAnswer(404, "BadPath") }
    }

    /// Checks the headers and the payload.
    /// - Parameter size: the length of the payload in bytes.
    /// - Throws: the error with which Apple would refuse the request.
    func checkContent(size: Int) throws(PushAnswer) {
        if hasDuplicates { throw PushAnswer(400, "DuplicateHeaders") }
        if let id = fields["apns-id"], UUID(uuidString: id) == nil { throw PushAnswer(400, "BadMessageId") }
        if let expiration = fields["apns-expiration"], UInt32(expiration) == nil { throw PushAnswer(400, "BadExpirationDate") }
        if let priority = fields["apns-priority"], !["1", "5", "10"].contains(priority) { throw PushAnswer(400, "BadPriority") }
        guard let topic = fields["apns-topic"] else { throw PushAnswer(400, "MissingTopic") }
        if topic.isEmpty || !topic.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) { throw PushAnswer(400, "BadTopic") }
        guard let pushType = fields["apns-push-type"], Self.pushTypes.contains(pushType) else { throw PushAnswer(400, "InvalidPushType") }
        if let collapseID = fields["apns-collapse-id"], collapseID.utf8.count > 64 { throw PushAnswer(400, "BadCollapseId") }
        let isHexadecimal = device.allSatisfy { $0.isASCII && $0.isHexDigit }
        if !isHexadecimal || !device.utf8.count.isMultiple(of: 2) || device.utf8.count > 200 { throw PushAnswer(400, "BadDeviceToken") }
        if size == 0 { throw PushAnswer(400, "PayloadEmpty") }
        if size > Self.largestPayload { throw PushAnswer(413, "PayloadTooLarge") }
    }

    private static let pushTypes: Set = [
        "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm", "pushtotalk", "voip",
        "widgets",
    ]
}
