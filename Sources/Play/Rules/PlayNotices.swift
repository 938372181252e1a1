import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// What is told of the days' challenges: never a letter or a word. The app opens the challenge.
    static let reminders = [
        challenge(
            .challengeReady, .init("Today's puzzles are ready"),
            variants: ["ranked": .init("Today's puzzles are ready. Yesterday you were number %1$@", .detail)]),
        challenge(.challengeEnding, .init("Today's puzzles end soon")),
    ]

    private static func challenge(
        _ kind: NotificationKind, _ sentence: NoticeText.Sentence, variants: [String: NoticeText.Sentence] = [:]
    ) -> NoticeText {
        NoticeText(kind, heading: "Puzzles", sentence, variants: variants, idField: "challengeID")
    }
}

/// When people are reminded to play (rules 12.43 and 12.44).
enum PlayReminderRules {
    /// The number of days after a person's last word, or after they joined, on which they are reminded that puzzles are ready.
    static let readyDays = 3
    /// At this time by their clocks.
    static let readyAt = "08:00"
    /// So long before a day ends they are told that it does.
    static let ending: TimeInterval = 3 * 3600
}

extension MoveIntake.Change {
    /// Whether the play has a word by it, and had none before.
    var hasFirstWord: Bool {
        game.moves.firstIndex { $0.played != nil }.map { $0 >= firstNew } ?? false
    }
}
