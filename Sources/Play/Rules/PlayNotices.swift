import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The notification texts of daily challenges. They never contain a letter of the puzzle or a word. The app opens the
    /// challenge.
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
    /// The time of day at which they are reminded, by the person's time zone.
    static let readyAt = "08:00"
    /// The time before the end of a day at which people are reminded of it, in seconds.
    static let ending: TimeInterval = 3 * 3600
}

extension MoveIntake.Change {
    /// Whether the change gives the play its first word.
    var hasFirstWord: Bool {
        game.moves.firstIndex { $0.played != nil }.map { $0 >= firstNew } ?? false
    }
}
