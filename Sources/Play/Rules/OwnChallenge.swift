import DavenportAPI
import Domain
import Foundation

/// A challenge that a user creates for themselves and their friends (rule 12.23).
struct OwnChallenge: Sendable {
    let id: UUID
    let mode: PlayMode
    /// The start, in whole milliseconds, since an untimed play takes its end from the challenge.
    let startsAt: Date

    init(_ id: UUID, _ mode: PlayMode, at now: Date) {
        (self.id, self.mode, startsAt) = (id, mode, now.wholeMilliseconds)
    }

    var endsAt: Date { startsAt.addingTimeInterval(PlayRules.ownLength) }

    /// Creates the challenge's letters. They follow from its id, so no id may ever be used twice.
    func puzzle(by list: WordList, secret: [UInt8]) throws -> Puzzle {
        try .ofChallenge(named: id.lowercased, mode, by: list, secret: secret)
    }
}

extension UUID {
    /// Whether the UUID is of version 8, which is reserved for daily challenges. Nobody may take such an id before its day.
    var isKeptForDays: Bool { uuid.6 >> 4 == 8 }
}
