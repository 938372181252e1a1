import DavenportAPI

extension [NoticeText] {
    /// What is told of notifications themselves.
    static let notifications = [
        NoticeText(
            .summary, heading: "While you were away", .init("1 more thing happened"), plural: .init("%1$@ more things happened", .count))
    ]
}
