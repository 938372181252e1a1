import DavenportAPI
import Domain
import Foundation

/// A challenge that somebody makes, for themselves and others (rule 12.23).
struct OwnChallenge: Sendable {
    let id: UUID
    let mode: PlayMode
    /// A whole millisecond, since an untimed play ends with it.
    let startsAt: Date

    init(_ id: UUID, _ mode: PlayMode, at now: Date) {
        (self.id, self.mode, startsAt) = (id, mode, now.wholeMilliseconds)
    }

    var endsAt: Date { startsAt.addingTimeInterval(PlayRules.ownLength) }

    /// Its letters, which follow from its id: so no id is good for two.
    func puzzle(by list: WordList, secret: [UInt8]) throws -> Puzzle {
        try .ofChallenge(named: id.lowercased, mode, by: list, secret: secret)
    }
}

extension UUID {
    /// Whether it is of version 8, as the ids of daily challenges are, which nobody may take before their day comes.
    var isKeptForDays: Bool { uuid.6 >> 4 == 8 }
}
