/// The form of the registration tokens of Firebase Cloud Messaging (FCM).
enum FCMToken {
    /// The allowed number of characters. Google promises no length; today's have about 150. The database table `devices` has the
    /// same limits, and a test compares the two.
    static let length = 16...1000
    /// The form as a regular expression: letters, digits, `:`, `_` and `-`.
    static let pattern = "^[A-Za-z0-9:_-]{\(length.lowerBound),\(length.upperBound)}$"

    static func isOne(_ text: String) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { alphabet.contains($0) }
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:_-".utf8)
}

extension FieldType<String> {
    /// A registration token of FCM.
    fileprivate static var fcmToken: Self {
        string.map("", schema: { .matching(FCMToken.pattern) }) { text throws(FieldReason) in
            guard FCMToken.isOne(text) else { throw FieldReason(.malformed, "must be a registration token of FCM") }
            return text
        }
    }
}

/// The data of the Android device that the app runs on. The device belongs to the session that registers it, and is deleted
/// with that session.
public struct NewAndroidDevice: Input {
    /// The registration token of FCM: 16 to 1,000 letters, digits, `:`, `_` and `-`.
    public let fcmToken: String
    /// The name that the person gives to the device: 1 to 100 characters; nil for none.
    public let name: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(fcmToken: String, name: String? = nil) {
        self.fcmToken = fcmToken
        self.name = name
    }

    public init(_ fields: inout Fields) {
        fcmToken = fields.required("fcmToken", .fcmToken)
        name = fields.optional("name", .deviceName)
    }
}

/// A reference to one of the caller's Android devices.
public struct AndroidDeviceReference: Input {
    /// The registration token of FCM: 16 to 1,000 letters, digits, `:`, `_` and `-`.
    public let fcmToken: String

    public init(fcmToken: String) {
        self.fcmToken = fcmToken
    }

    public init(_ fields: inout Fields) {
        fcmToken = fields.required("fcmToken", .fcmToken)
    }
}

extension Endpoints {
    static let androidDevices: [any EndpointDeclaration] = [registerAndroidDevice, unregisterAndroidDevice]

    public static let registerAndroidDevice = Endpoint<NewAndroidDevice, Device>(
        "registerAndroidDevice", .put, "/devices/fcm/{fcmToken}", .user,
        summary: "Register this Android device for push until this session ends. It leaves its previous user.",
        details: "Its app must belong to the Firebase project whose service account the operator has set for the community.")
    public static let unregisterAndroidDevice = Endpoint<AndroidDeviceReference, NoContent>(
        "unregisterAndroidDevice", .delete, "/devices/fcm/{fcmToken}", .user, success: 204,
        summary: "Unregister one of your Android devices.")
}
