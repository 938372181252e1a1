import Foundation

/// The APNs environment that a device's app was built for.
public struct PushEnvironment: OpenEnumeration {
    /// The environment of apps that Xcode installed on a device.
    public static let sandbox = Self(keeping: "sandbox")
    /// The environment of apps from the App Store and TestFlight.
    public static let production = Self(keeping: "production")

    public static let allCases = [sandbox, production]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The kind of a device, which decides who takes pushes to it.
public struct DeviceKind: OpenEnumeration {
    /// One of Apple's devices, with an app. Apple takes pushes to it.
    public static let apns = Self(keeping: "apns")
    /// An Android device, with an app. Firebase Cloud Messaging (FCM) takes pushes to it.
    public static let fcm = Self(keeping: "fcm")
    /// A browser. Its maker's push service takes pushes to it.
    public static let web = Self(keeping: "web")

    public static let allCases = [apns, fcm, web]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A device that receives the caller's push notifications.
public struct Device: Codable, Sendable, Equatable {
    /// The last 4 characters of the token, enough to distinguish one's own devices. The server never returns the whole
    /// token, because anybody who knows it could register it.
    public let token: String
    public let kind: DeviceKind
    /// The APNs environment that the app was built for; nil for an Android device or a browser.
    public let environment: PushEnvironment?
    /// The bundle id of the app that receives the notifications; nil for an Android device or a browser.
    public let topic: String?
    public let name: String?
    public let registeredAt: Date

    public init(
        token: String, kind: DeviceKind = .apns, environment: PushEnvironment?, topic: String?, name: String?, registeredAt: Date
    ) {
        self.token = token
        self.kind = kind
        self.environment = environment
        self.topic = topic
        self.name = name
        self.registeredAt = registeredAt
    }
}

/// The data of the device that the app runs on. The device belongs to the session that registers it, and is deleted
/// with that session.
public struct NewDevice: Input {
    /// The APNs device token: 8 to 100 bytes in hexadecimal, any case.
    public let apnsToken: String
    public let environment: PushEnvironment
    /// The bundle id of the app: 1 to 155 letters, digits, `.`, `-` and `_`.
    public let topic: String
    /// The name that the person gives to the device: 1 to 100 characters; nil for none.
    public let name: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(apnsToken: String, environment: PushEnvironment, topic: String, name: String? = nil) {
        self.apnsToken = apnsToken
        self.environment = environment
        self.topic = topic
        self.name = name
    }

    public init(_ fields: inout Fields) {
        apnsToken = fields.required("apnsToken", .apnsToken)
        environment = fields.required("environment", .oneOf(PushEnvironment.self, placeholder: .production))
        topic = fields.required("topic", .topic)
        name = fields.optional("name", .deviceName)
    }
}

/// A reference to one of the caller's devices.
public struct DeviceReference: Input {
    /// The APNs device token: 8 to 100 bytes in hexadecimal, any case.
    public let apnsToken: String

    public init(apnsToken: String) {
        self.apnsToken = apnsToken
    }

    public init(_ fields: inout Fields) {
        apnsToken = fields.required("apnsToken", .apnsToken)
    }
}

extension Endpoints {
    static let devices: [any EndpointDeclaration] = [registerDevice, listDevices, unregisterDevice]

    public static let registerDevice = Endpoint<NewDevice, Device>(
        "registerDevice", .put, "/devices/{apnsToken}", .user,
        summary: "Register this device for push until this session ends. It leaves its previous user.")
    public static let listDevices = Endpoint<NoInput, Items<Device>>(
        "listDevices", .get, "/devices", .user, summary: "List the devices that receive your push notifications.")
    public static let unregisterDevice = Endpoint<DeviceReference, NoContent>(
        "unregisterDevice", .delete, "/devices/{apnsToken}", .user, success: 204, summary: "Unregister one of your devices.")
}
