import DavenportAPI
import Foundation

/// A write as the outbox has it.
struct OutboxEntry: Sendable, Equatable, Identifiable {
    let id: Int64
    var action: Write.Action
    let writtenAt: Date
    /// Whether it may have arrived: then it is never altered.
    var isSent = false
    /// The number of its answer, counted in the outbox; nil until there is one.
    var answer: Int?
    var failure: Write.Failure?
    var failedWith: Int64?

    /// Whether it waits to be sent.
    var isWaiting: Bool { answer == nil && failure == nil }
    /// Whether it can still be another one than it was written.
    var isOpen: Bool { isWaiting && !isSent }

    var write: Write { Write(id: id, action: action, writtenAt: writtenAt, failure: failure, failedWith: failedWith) }
}

/// How many answers an outbox had counted. Those of another outbox say nothing.
struct AnswerCount: Codable, Sendable, Equatable {
    var outbox: UUID
    var count: Int

    /// Whether a pass that began then has an entry's effect.
    func has(_ entry: OutboxEntry, of outbox: UUID) -> Bool {
        guard let answer = entry.answer else { return false }
        return self.outbox == outbox && answer <= count
    }
}
