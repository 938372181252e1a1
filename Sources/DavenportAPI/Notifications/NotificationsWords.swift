extension Words {
    static let notifications: Words = [
        "apnsToken": .init(
            meaning: "What Apple calls the device, in hexadecimal.",
            example: "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"),
        "Device.token": .init(meaning: "The last four characters of the token, to tell one's devices apart.", example: "e8f0"),
        "environment": .init(meaning: "Which of Apple's push services the app was built for."),
        "topic": .init(meaning: "The app's bundle id.", example: "org.example.sofa"),
        "muted": .init(meaning: "Kinds of notifications that one is not told at all.", example: ["summary"]),
        "timeZone": .init(
            meaning: "By IANA's name; quiet hours and what is told at a time of day go by its clocks.", example: "Europe/Berlin"),
        "quietHours": .init(meaning: "Notifications wait for their end. They may reach over midnight."),
        "from": .init(example: "22:00"),
        "to": .init(example: "07:30"),
    ]
}
