extension FieldMeanings {
    static let integrations: FieldMeanings = [
        "keyID": .init(meaning: "One of your keys.", example: "01a1fcfb-0e15-7e12-a912-75331585c22b"),
        "purpose": .init(meaning: "What the key is for. It works for nothing else."),
        "account": .init(
            meaning: "The account of the player whose events count, as the player writes it. Players send everybody's events.",
            example: "ada"),
        "AccessKey.name": .init(meaning: "The name by which you know the key.", example: "Living room"),
        "NewAccessKey.calendar.name": newName, "NewAccessKey.player.name": newName,
        "AccessKey.lastUsedAt": .init(meaning: "When a program last used the key; absent if none ever did."),
        "lastResult": .init(meaning: "What the last use did; absent if the key was never used.", example: "marked"),
        "AccessKeyWithURL.url": .init(
            meaning: """
                The path of the key's address on this server, which contains the secret. Put the server's own address in front. No other \
                answer contains it.
                """,
            example: "/v1/calendar/davenport_key_AZoc….ics"),
        "secret": .keySecret,
    ]

    private static let newName = FieldMeaning(meaning: "A name by which you know the key.", example: "Living room")
}

extension FieldMeaning {
    /// The meaning of the secret of a key in the path of an endpoint.
    static let keySecret = FieldMeaning(
        meaning: "The key's secret, from the address that was shown once.", example: "davenport_key_AZr8-w4Vfh…")
}
