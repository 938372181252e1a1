/// A request for the calendar of a key's owner.
public struct CalendarQuery: Input {
    /// The key's secret, with `.ics` after it or without.
    public let secret: String

    public init(secret: String) {
        self.secret = secret
    }

    public init(_ fields: inout Fields) {
        secret = fields.required("secret", .keySecret)
    }
}

extension Endpoints {
    static let calendars: [any EndpointDeclaration] = [showCalendar]

    public static let showCalendar = Endpoint<CalendarQuery, Media>(
        "showCalendar", .get, "/calendar/{secret}", .key(.calendar), answering: ["text/calendar"],
        summary: "Retrieve the calendar of a key's owner, for a program that subscribes to it.",
        details: """
            It is iCalendar (RFC 5545): when the next episodes of your active groups air, and when your tasks are due. Ask at most \
            every 6 hours.
            """)
}
