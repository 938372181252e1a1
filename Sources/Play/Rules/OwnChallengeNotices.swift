import DavenportAPI
import Domain

extension [NoticeText] {
    /// The notification texts of own challenges. They name the person, but no letters, words or scores. The app opens the
    /// challenge.
    static let ownChallenges = [
        challenge(.challengeInvited, .init("%1$@ invited you to a challenge", .actor)),
        challenge(.challengeFinished, .init("%1$@ finished your challenge", .actor)),
    ]

    private static func challenge(_ kind: NotificationKind, _ sentence: NoticeText.Sentence) -> NoticeText {
        NoticeText(kind, heading: "Challenges", sentence, idField: "challengeID")
    }
}
