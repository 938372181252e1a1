import Foundation

/// A time of day without a date, to the minute, such as `22:00`.
public struct TimeOfDay: Codable, Sendable, Equatable, CustomStringConvertible {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int

    /// Parses `HH:MM`; nil if the text isn't a time of day.
    public init?(_ text: String) {
        let digits = text.utf8.map { Int($0) - 48 }
        guard digits.count == 5, digits[2] == 10, [0, 1, 3, 4].allSatisfy({ 0...9 ~= digits[$0] }) else { return nil }
        (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        guard hour < 24, minute < 60 else { return nil }
    }

    /// Decodes a time of day from its text form.
    /// - Throws: `DecodingError` if the text isn't a time of day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = TimeOfDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time of day")
        }
        self = time
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The time's text in JSON, such as `07:30`.
    public var description: String { [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":") }
}

/// The daily hours during which the server holds a user's notifications back. The hours may span midnight.
public struct QuietHours: Codable, Sendable, Equatable, Input {
    /// The first minute of the quiet hours. The quiet hours end just before the minute `to`, which can't be the same as
    /// `from`.
    public let from: TimeOfDay
    public let to: TimeOfDay

    public init(from: TimeOfDay, to: TimeOfDay) {
        self.from = from
        self.to = to
    }

    public init(_ fields: inout Fields) {
        from = fields.required("from", .timeOfDay)
        to = fields.required("to", .timeOfDay)
        if fields.faults.isEmpty, from == to {
            fields.record(FieldFault(field: "quietHours.to", code: .notAllowed, message: "must differ from quietHours.from"))
        }
    }
}

/// A user's settings for notifications.
public struct NotificationPreferences: Codable, Sendable, Equatable {
    /// The kinds of notifications that the server doesn't send to the user.
    public let muted: [NotificationKind]
    /// The ids of the things that the user muted individually, by kind of thing. The server sends no notifications
    /// about them. In JSON, each kind has a field of its own, such as `mutedRooms`.
    public let mutedThings: [MutedThing: [UUID]]
    /// The IANA name of the user's time zone, such as `Europe/Berlin`; nil if the user set none. It applies to quiet
    /// hours and to notifications sent at a time of day.
    public let timeZone: String?
    public let quietHours: QuietHours?

    public init(muted: [NotificationKind], mutedThings: [MutedThing: [UUID]], timeZone: String?, quietHours: QuietHours?) {
        self.muted = muted
        self.mutedThings = mutedThings
        self.timeZone = timeZone
        self.quietHours = quietHours
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        muted = try container.decode([NotificationKind].self, forKey: Self.mutedField)
        mutedThings = try container.decodeMutedThings()
        timeZone = try container.decodeIfPresent(String.self, forKey: Self.timeZoneField)
        quietHours = try container.decodeIfPresent(QuietHours.self, forKey: Self.quietHoursField)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        try container.encode(muted, forKey: Self.mutedField)
        try container.encode(mutedThings)
        try container.encodeIfPresent(timeZone, forKey: Self.timeZoneField)
        try container.encodeIfPresent(quietHours, forKey: Self.quietHoursField)
    }

    private static let mutedField = FieldName(stringValue: "muted")
    private static let timeZoneField = FieldName(stringValue: "timeZone")
    private static let quietHoursField = FieldName(stringValue: "quietHours")
}

/// The complete notification preferences, which replace the previous ones.
public struct NewNotificationPreferences: Input {
    public let muted: [NotificationKind]
    public let mutedThings: [MutedThing: [UUID]]
    public let timeZone: String?
    public let quietHours: QuietHours?

    /// Creates the input without checking it; the server enforces the limits.
    public init(muted: [NotificationKind], mutedThings: [MutedThing: [UUID]], timeZone: String?, quietHours: QuietHours?) {
        self.muted = muted
        self.mutedThings = mutedThings
        self.timeZone = timeZone
        self.quietHours = quietHours
    }

    public init(_ fields: inout Fields) {
        muted = fields.required("muted", .anyOf(fields.areas.mutableKinds))
        mutedThings = fields.requiredMutedThings()
        timeZone = fields.optional("timeZone", .text(1...64))
        quietHours = fields.optional("quietHours", object: QuietHours.self)
        fields.require("timeZone", with: "quietHours", "is required with quietHours")
    }

    public func encode(to encoder: any Encoder) throws {
        try NotificationPreferences(muted: muted, mutedThings: mutedThings, timeZone: timeZone, quietHours: quietHours).encode(to: encoder)
    }
}

extension FieldType<TimeOfDay> {
    /// A time of day, such as `22:00`.
    package static var timeOfDay: Self {
        FieldType<String>.string.map(TimeOfDay.placeholder, schema: { .timeOfDay }) { text throws(FieldReason) in
            guard let time = TimeOfDay(text) else { throw FieldReason(.malformed, "must be a time of day, as 22:00") }
            return time
        }
    }
}

extension TimeOfDay: SingleValue {
    static var schema: JSONValue { .timeOfDay }
    static let placeholder = TimeOfDay(hour: 0, minute: 0)

    private init(hour: Int, minute: Int) {
        (self.hour, self.minute) = (hour, minute)
    }
}

extension Endpoints {
    static let notifications: [any EndpointDeclaration] = [showNotificationPreferences, changeNotificationPreferences]

    public static let showNotificationPreferences = Endpoint<NoInput, NotificationPreferences>(
        "showNotificationPreferences", .get, "/me/notifications", .user, summary: "Retrieve your notification preferences.")
    public static let changeNotificationPreferences = Endpoint<NewNotificationPreferences, NotificationPreferences>(
        "changeNotificationPreferences", .put, "/me/notifications", .user,
        summary: "Replace your notification preferences: muted \(whatCanBeMuted), and quiet hours.")

    /// A phrase for the documentation that lists what users can mute: kinds of notifications, and the individual things
    /// of each area.
    private static var whatCanBeMuted: String {
        (["kinds"] + Contracts.all.mutedThings.map(\.noun)).joined(separator: " and ")
    }
}
