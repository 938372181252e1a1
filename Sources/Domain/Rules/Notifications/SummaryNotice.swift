import DavenportAPI

extension [NoticeText] {
    /// The texts of notifications about other notifications.
    static let notifications = [
        NoticeText(
            .summary, heading: "While you were away", .init("1 more thing happened"), plural: .init("%1$@ more things happened", .count))
    ]
}
