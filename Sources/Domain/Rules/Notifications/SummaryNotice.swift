import DavenportAPI

extension [NoticeText] {
    /// The text of the summary that replaces notifications beyond the hourly limit.
    static let notifications = [
        NoticeText(
            .summary, heading: "While you were away", .init("1 more thing happened"), plural: .init("%1$@ more things happened", .count))
    ]
}
