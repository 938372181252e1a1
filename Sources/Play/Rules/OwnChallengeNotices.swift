import DavenportAPI
import Domain

extension [NoticeText] {
    /// The texts of notifications about challenges that users created. They name a person, but contain no letters,
    /// words or scores. A tap on a notification opens the challenge.
    static let ownChallenges = [
        challenge(.challengeInvited, .init("%1$@ invited you to a challenge", .actor)),
        challenge(.challengeFinished, .init("%1$@ finished your challenge", .actor)),
    ]

    private static func challenge(_ kind: NotificationKind, _ sentence: NoticeText.Sentence) -> NoticeText {
        NoticeText(kind, heading: "Challenges", sentence, idField: "challengeID", page: "/challenges/")
    }
}
