/// The form of what a browser's subscription contains.
enum WebPushForm {
    /// The maximum number of characters of an endpoint.
    static let endpointLength = 2000
    /// The form of a browser's public key: the 65 bytes of a point in base64url. The first byte is 4.
    static let key = "^B[A-P][A-Za-z0-9_-]{85}$"
    /// The form of a browser's secret: 16 bytes in base64url.
    static let auth = "^[A-Za-z0-9_-]{22}$"

    /// Whether a text consists of this number of characters of base64url.
    static func isBase64URL(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { alphabet.contains($0) }
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}

extension FieldType<String> {
    /// A browser's public key, 65 bytes in base64url.
    fileprivate static var p256dh: Self {
        string.map("", schema: { .matching(WebPushForm.key) }) { text throws(FieldReason) in
            guard WebPushForm.isBase64URL(text, 87), text.hasPrefix("B"), let second = text.utf8.dropFirst().first,
                (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(second)
            else { throw FieldReason(.malformed, "must be the 65 bytes of a public key in base64url") }
            return text
        }
    }

    /// A browser's secret, 16 bytes in base64url.
    fileprivate static var auth: Self {
        string.map("", schema: { .matching(WebPushForm.auth) }) { text throws(FieldReason) in
            guard WebPushForm.isBase64URL(text, 22) else { throw FieldReason(.malformed, "must be 16 bytes in base64url") }
            return text
        }
    }
}

/// The keys with which messages to a browser are encrypted, in base64url.
public struct WebPushKeys: Input {
    /// The browser's public key: the 65 bytes of a point of P-256.
    public let p256dh: String
    /// The browser's secret of 16 bytes.
    public let auth: String

    public init(p256dh: String, auth: String) {
        self.p256dh = p256dh
        self.auth = auth
    }

    public init(_ fields: inout Fields) {
        p256dh = fields.required("p256dh", .p256dh)
        auth = fields.required("auth", .auth)
    }
}

/// A browser's subscription, in the form of `PushSubscription.toJSON()`. It belongs to the session that registers it, and
/// is deleted with that session.
public struct NewWebPush: Input {
    /// The address at which the browser's push service takes messages for it: at most 2,000 characters. The operator
    /// chooses the push services that are accepted.
    public let endpoint: String
    public let keys: WebPushKeys
    /// When the subscription expires, in milliseconds since 1970; nil if the browser doesn't say.
    public let expirationTime: Int?
    /// The name that the person gives to the browser: 1 to 100 characters; nil for none.
    public let name: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(endpoint: String, keys: WebPushKeys, expirationTime: Int? = nil, name: String? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.expirationTime = expirationTime
        self.name = name
    }

    public init(_ fields: inout Fields) {
        endpoint = fields.required("endpoint", .text(1...WebPushForm.endpointLength))
        keys = fields.required("keys", object: WebPushKeys.self)
        // The last millisecond of the year 9999.
        expirationTime = fields.optional("expirationTime", .integer(0...253_402_300_799_999))
        name = fields.optional("name", .deviceName)
    }
}

extension Problem.Code {
    /// The endpoint isn't one of a push service that the operator accepts, or the operator has turned Web Push off.
    public static let pushServiceUnknown = Self("push_service_unknown", 422, "This push service isn't accepted here.")
}

extension Endpoints {
    static let webPush: [any EndpointDeclaration] = [registerWebPush, unregisterWebPush]

    public static let registerWebPush = Endpoint<NewWebPush, Device>(
        "registerWebPush", .put, "/sessions/current/web-push", .user, errors: [.pushServiceUnknown],
        summary: "Register this browser for push until this session ends. It leaves its previous session.",
        details: "The subscription must have been made with the community's `webPushKey`, which `GET /tenant` returns.")
    public static let unregisterWebPush = Endpoint<NoInput, NoContent>(
        "unregisterWebPush", .delete, "/sessions/current/web-push", .user, success: 204,
        summary: "Unregister the browser of this session, if it is registered.")
}
