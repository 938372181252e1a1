import Foundation

/// Which of Apple's two push services a device's app was built for.
public struct PushEnvironment: OpenEnumeration {
    /// Apps that Xcode has put on a device.
    public static let sandbox = Self(keeping: "sandbox")
    /// Apps from the App Store and TestFlight.
    public static let production = Self(keeping: "production")

    public static let allCases = [sandbox, production]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A device that notifications are pushed to.
public struct Device: Codable, Sendable, Equatable {
    /// The last 4 characters of the token, to tell one's devices apart: whoever knows a token could claim it.
    public let token: String
    public let environment: PushEnvironment
    /// The app's bundle id.
    public let topic: String
    public let name: String?
    public let registeredAt: Date

    public init(token: String, environment: PushEnvironment, topic: String, name: String?, registeredAt: Date) {
        self.token = token
        self.environment = environment
        self.topic = topic
        self.name = name
        self.registeredAt = registeredAt
    }
}

/// The device that the app runs on, as Apple calls it. It belongs to the session that registers it, and goes with it.
public struct NewDevice: Input {
    /// What Apple calls the device: 8 to 100 bytes in hexadecimal, any case.
    public let apnsToken: String
    public let environment: PushEnvironment
    /// The app's bundle id: 1 to 155 letters, digits, `.`, `-` and `_`.
    public let topic: String
    /// What the person calls it: 1 to 100 characters.
    public let name: String?

    /// A device as a program registers it; the limits are those of the API.
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

/// One of my devices.
public struct DeviceReference: Input {
    /// 8 to 100 bytes in hexadecimal, any case.
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
        summary: "Push to this device, as long as this session lasts; it moves here from whoever had it.")
    public static let listDevices = Endpoint<NoInput, Items<Device>>(
        "listDevices", .get, "/devices", .user, summary: "The devices that my notifications are pushed to.")
    public static let unregisterDevice = Endpoint<DeviceReference, NoContent>(
        "unregisterDevice", .delete, "/devices/{apnsToken}", .user, success: 204, summary: "Push to one of my devices no more.")
}
