extension FieldMeanings {
    static let notifications: FieldMeanings = [
        "apnsToken": .init(
            meaning: "The device's APNs token, in hexadecimal.",
            example: "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"),
        "fcmToken": .init(
            meaning: "The registration token that Firebase Cloud Messaging gave to the app.",
            example: "dZ9xT3kQSW6:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx"),
        "Device.token": .init(meaning: "The last four characters of the token, to distinguish your devices.", example: "e8f0"),
        "Device.kind": .init(meaning: "`apns` for one of Apple's devices with an app, `fcm` for Android's, `web` for a browser."),
        "endpoint": .init(
            meaning: "The address at which the browser's push service takes messages for it. The server has a list of accepted services.",
            example: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABnQ"),
        "keys": .init(meaning: "The keys with which messages to the browser are encrypted."),
        "p256dh": .init(
            meaning: "The browser's public key: the 65 bytes of a point of P-256, in base64url.",
            example: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        "auth": .init(meaning: "The browser's secret of 16 bytes, in base64url.", example: "BTBZMqHH6r4Tts7J_aSIgg"),
        "expirationTime": .init(
            meaning: "When the subscription expires, in milliseconds since 1970. Left out if the browser doesn't say.",
            example: 1_800_000_000_000),
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
