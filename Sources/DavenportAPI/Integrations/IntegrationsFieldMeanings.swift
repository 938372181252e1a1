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
        "Bot.user": .init(meaning: "The bot as other members see it."),
        "botID": .init(meaning: "A bot of the community: its id as a user.", example: "01a1fcfb-0e72-7a10-8c1e-52f0f6a0c7d3"),
        "Bot.token": .init(
            meaning: "The bot's bearer token. Only an answer that makes one has it.",
            example: "davenport_bot_AZoc8-wpdcSisW7pfHF4g4b4ZuWz5IPH-1S6qoPguxo4ztCHaKUsOf4icxrqHd7WfeV4Fwg"),
        "webhookURL": .init(
            meaning: "Where the server sends a message when the bot's feed has changes. It must be reachable at a public address.",
            example: "https://bots.example.org/davenport"),
        "BotChange.webhookURL": .init(
            meaning: "The webhook's new address; null removes it. An address turns the webhook on again, also the one that it had.",
            example: "https://bots.example.org/davenport"),
        "webhookState": .init(
            meaning: "Whether the last message was taken, is sent again later, or none is sent any more; absent without a webhook.",
            example: "active"),
        "webhookError": .init(meaning: "Why the last message wasn't taken; absent if it was.", example: "status 503"),
        "webhookSecret": .init(
            meaning: "The secret that signs the messages (Standard Webhooks). Only an answer that makes one has it.",
            example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD+kpPwGiN0zE="),
        "rotate": .init(meaning: "What is made anew. An old token ends at once; an old secret signs beside the new one for 24 hours."),
    ]

    private static let newName = FieldMeaning(meaning: "A name by which you know the key.", example: "Living room")
}

extension FieldMeaning {
    /// The meaning of the secret of a key in the path of an endpoint.
    static let keySecret = FieldMeaning(
        meaning: "The key's secret, from the address that was shown once.", example: "davenport_key_AZr8-w4Vfh…")
}
