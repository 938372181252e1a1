import Synchronization

/// What tokens stood for lately, a bounded number of them: those used most recently, and some of those before.
final class RememberedCallers: Sendable {
    /// How many there are in each half.
    static let limit = 10_000

    /// What is used moves into the new half. When that is full it becomes the old one, and what the old one held is forgotten.
    private struct Halves {
        var new: [[UInt8]: RememberedCaller] = [:]
        var old: [[UInt8]: RememberedCaller] = [:]
    }

    private let halves = Mutex(Halves())

    subscript(tokenDigest: [UInt8]) -> RememberedCaller? {
        halves.withLock { halves in
            if let found = halves.new[tokenDigest] { return found }
            guard let found = halves.old[tokenDigest] else { return nil }
            Self.insert(found, in: &halves)
            return found
        }
    }

    /// Remembers what a token stands for, unless that has just been wrong.
    func insert(_ caller: RememberedCaller) {
        halves.withLock { halves in
            guard halves.new[caller.tokenDigest]?.isResting != true else { return }
            Self.insert(caller, in: &halves)
        }
    }

    /// Notes that what was remembered is wrong.
    func refute(_ caller: RememberedCaller) {
        halves.withLock { Self.insert(caller.refuted(), in: &$0) }
    }

    private static func insert(_ caller: RememberedCaller, in halves: inout Halves) {
        if halves.new.count >= limit { halves = Halves(new: [:], old: halves.new) }
        halves.new[caller.tokenDigest] = caller
    }
}
