extension FieldMeanings {
    static let notifications: FieldMeanings = [
        "apnsToken": .init(
            meaning: "The device's APNs token, in hexadecimal.",
            example: "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"),
        "Device.token": .init(meaning: "The last four characters of the token, to distinguish your devices.", example: "e8f0"),
        "environment": .init(meaning: "The APNs environment that the app was built for."),
        "topic": .init(meaning: "The app's bundle id.", example: "org.example.sofa"),
        "muted": .init(meaning: "The kinds of notifications that the server doesn't send you.", example: ["summary"]),
        "timeZone": .init(
            meaning: "The IANA name of a time zone. It applies to quiet hours and to notifications sent at a time of day.",
            example: "Europe/Berlin"),
        "quietHours": .init(meaning: "The daily hours during which the server holds notifications back. They may span midnight."),
        "from": .init(example: "22:00"),
        "to": .init(example: "07:30"),
        "Changes.notifications": .init(
            meaning: "The answer of `GET /me/notifications` without individually muted things, if it differs from the last version sent."),
    ]
}
