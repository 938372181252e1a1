import Foundation
import NIOHPACK

/// A push request as it arrived, before the stand-in has checked anything.
struct PushRequest {
    /// The maximum size in bytes of a payload that Apple accepts.
    static let largestPayload = 4096

    private(set) var method = ""
    private(set) var path = ""
    private(set) var authorization: String?
    private(set) var id: String?
    private(set) var topic: String?
    private(set) var pushType: String?
    private(set) var priority: String?
    private(set) var expiration: String?
    private(set) var collapseID: String?
    private var hasDuplicates = false

    init(_ headers: HPACKHeaders) {
        for (name, value, _) in headers {
            switch name {
            case ":method": method = value
            case ":path": path = value
            case "authorization": keep(value, in: \.authorization)
            case "apns-id": keep(value, in: \.id)
            case "apns-topic": keep(value, in: \.topic)
            case "apns-push-type": keep(value, in: \.pushType)
            case "apns-priority": keep(value, in: \.priority)
            case "apns-expiration": keep(value, in: \.expiration)
            case "apns-collapse-id": keep(value, in: \.collapseID)
            default: break
            }
        }
    }

    private mutating func keep(_ value: String, in field: WritableKeyPath<PushRequest, String?>) {
        if self[keyPath: field] != nil { hasDuplicates = true }
        self[keyPath: field] = value
    }

    private static let prefix = "/3/device/"

    /// The device's token, from the path; empty if the path has none.
    var device: Substring { path.utf8.starts(with: Self.prefix.utf8) ? path.dropFirst(Self.prefix.count) : "" }

    /// Checks the method and the path.
    /// - Throws: the error with which Apple would refuse the request.
    func checkPath() throws(GatewayRefusal) {
        if method != "POST" { throw .methodNotAllowed }
        if path == "/3/device" || path == Self.prefix { throw .missingDeviceToken }
        if device.isEmpty { throw .badPath }
    }

    /// Checks the headers and the payload.
    /// - Parameter size: the length of the payload in bytes.
    /// - Throws: the error with which Apple would refuse the request.
    func checkContent(size: Int) throws(GatewayRefusal) {
        if hasDuplicates { throw .duplicateHeaders }
        if let id, UUID(uuidString: id) == nil { throw .badMessageID }
        if let expiration, UInt32(expiration) == nil { throw .badExpirationDate }
        if let priority, !["1", "5", "10"].contains(priority) { throw .badPriority }
        guard let topic else { throw .missingTopic }
        if topic.isEmpty || !topic.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) { throw .badTopic }
        guard let pushType, Self.pushTypes.contains(pushType) else { throw .invalidPushType }
        if let collapseID, collapseID.utf8.count > 64 { throw .badCollapseID }
        if !device.utf8.allSatisfy(Self.isHexadecimal) || !device.utf8.count.isMultiple(of: 2) || device.utf8.count > 200 {
            throw .badDeviceToken
        }
        if size == 0 { throw .payloadEmpty }
        if size > Self.largestPayload { throw .payloadTooLarge }
    }

    private static let pushTypes: Set = [
        "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm", "pushtotalk", "voip",
        "widgets",
    ]

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }
}
