import DavenportAPI
import Domain
import Foundation
import Secrets

/// One of the two challenges of a day. The id is computed from tenant, day and mode, so it is known before the
/// challenge is stored.
struct DailyChallenge: Sendable {
    let id: UUID
    let day: CalendarDate
    let mode: PlayMode

    init(_ mode: PlayMode, on day: CalendarDate, in tenant: UUID) {
        (self.mode, self.day) = (mode, day)
        let text = ["davenport challenge 1", tenant.lowercased, day.description, mode.rawValue].joined(separator: "\n")
        id = .version8(of: Digest.sha256(Array(text.utf8)))
    }

    /// Creates the challenge's letters. They depend only on the day, the mode, the word list and the tenant's secret.
    func puzzle(by list: WordList, secret: [UInt8]) throws -> Puzzle {
        try .ofChallenge(named: day.description, mode, by: list, secret: secret)
    }
}

extension UUID {
    /// Makes a UUID of version 8 (RFC 9562) from the first 16 bytes of a digest.
    fileprivate static func version8(of digest: [UInt8]) -> UUID {
        var bytes = Array(digest.prefix(16))
        bytes[6] = 0x80 | bytes[6] & 0x0F
        bytes[8] = 0x80 | bytes[8] & 0x3F
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
