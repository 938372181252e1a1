import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The texts of reminders of daily challenges. They never contain a letter or a word of the puzzle. A tap on a
    /// reminder opens the challenge.
    static let reminders = [
        challenge(
            .challengeReady, "Puzzles", .init("Today's puzzles are ready"),
            variants: ["ranked": .init("Today's puzzles are ready. Yesterday you were number %1$@", .detail)]),
        challenge(.challengeEnding, "Puzzles", .init("Today's puzzles end soon")),
    ]

    /// The texts of notifications about challenges that users created. They name a person, but contain no letters,
    /// words or scores. A tap on a notification opens the challenge.
    static let ownChallenges = [
        challenge(.challengeInvited, "Challenges", .init("%1$@ invited you to a challenge", .actor)),
        challenge(.challengeFinished, "Challenges", .init("%1$@ finished your challenge", .actor)),
    ]

    private static func challenge(
        _ kind: NotificationKind, _ heading: String, _ sentence: NoticeText.Sentence, variants: [String: NoticeText.Sentence] = [:]
    ) -> NoticeText {
        NoticeText(kind, heading: heading, sentence, variants: variants, idField: "challengeID", page: "/challenges/")
    }
}

/// The times at which people are reminded to play (rules 12.43 and 12.44).
enum PlayReminderRules {
    /// The number of days on which a person is reminded that puzzles are ready, after the day of their last word or of
    /// their joining (rule 12.43).
    static let readyDays = 3
    /// The time of day at which the reminder that puzzles are ready is sent, in the person's time zone.
    static let readyAt = "08:00"
    /// How long before a daily challenge ends the reminder of its end is sent, in seconds (rule 12.44).
    static let ending: TimeInterval = 3 * 3600
}

extension MoveIntake.Change {
    /// Whether these moves contain the first word of the play.
    var hasFirstWord: Bool {
        game.moves.firstIndex { $0.played != nil }.map { $0 >= firstNew } ?? false
    }
}
