extension FieldMeanings {
    static let sync: FieldMeanings = [
        "since": .init(
            meaning: "The `next` of the previous answer, or `now` for no data but the current cursor. Omit it for everything.",
            example: "AgAZ3x0"),
        "wait": .init(meaning: "The number of seconds to long-poll if nothing changed."),
        "now": .init(meaning: "The server's time."),
        "Changes.next": .init(meaning: "An opaque cursor to send as `since` next time, even if nothing changed.", example: "AgAZ3x0"),
        "more": .init(meaning: "Whether more changes exist already. If true, ask again at once."),
    ]
}
