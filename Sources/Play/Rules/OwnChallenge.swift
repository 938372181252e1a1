import DavenportAPI
import Domain
import Foundation

/// A challenge that a user creates for themselves and their friends (rule 12.23).
struct OwnChallenge: Sendable {
    let id: UUID
    let mode: PlayMode
    /// The start, in whole milliseconds. The challenge's end follows from it and is also the end of untimed plays,
    /// whose times are whole milliseconds.
    let startsAt: Date

    init(_ id: UUID, _ mode: PlayMode, at now: Date) {
        (self.id, self.mode, startsAt) = (id, mode, now.wholeMilliseconds)
    }

    var endsAt: Date { startsAt.addingTimeInterval(PlayRules.ownLength) }

    /// Creates the challenge's letters. They are computed from the challenge's id, so an id must never be used twice.
    func puzzle(by list: WordList, secret: [UInt8]) throws -> Puzzle {
        try .ofChallenge(named: id.lowercased, mode, by: list, secret: secret)
    }
}

extension UUID {
    /// Whether the UUID has version 8, which is reserved for daily challenges. Otherwise somebody could take the id of
    /// a future day's challenge.
    var isKeptForDays: Bool { uuid.6 >> 4 == 8 }
}
