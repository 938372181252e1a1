import DavenportAPI
import Foundation

/// A write in the outbox.
struct OutboxEntry: Sendable, Identifiable {
    let id: Int64
    var action: any AreaWrite
    let writtenAt: Date
    /// Whether the write may have reached the server. If so, it is never changed.
    var isSent = false
    /// The outbox's number for the server's answer to the write; nil until the server has answered.
    var answer: Int?
    var failure: Write.Failure?
    /// The id of the write whose failure this one shares, because it depends on that write.
    var failedWith: Int64?

    /// Whether the write is still to be sent.
    var isWaiting: Bool { answer == nil && failure == nil }
    /// Whether the write may still be changed.
    var isOpen: Bool { isWaiting && !isSent }

    var write: Write { Write(id: id, content: action, writtenAt: writtenAt, failure: failure, failedWith: failedWith) }
}

/// The number of answers that an outbox has counted. The counts of different outboxes can't be compared.
struct AnswerCount: Codable, Sendable, Equatable {
    var outbox: UUID
    var count: Int

    /// Whether a sync pass that began at this count contains the effect of a write in the given outbox.
    func has(_ entry: OutboxEntry, of outbox: UUID) -> Bool {
        guard let answer = entry.answer else { return false }
        return self.outbox == outbox && answer <= count
    }
}
