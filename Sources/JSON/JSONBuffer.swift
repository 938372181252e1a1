import Locking

/// A memory buffer for the JSON of an answer. Buffers are kept for reuse, because allocating and growing a large one
/// takes longer than writing the answer.
///
/// It is `@unchecked` because only one output at a time uses a buffer. The output gives the buffer back before another
/// output can take it.
struct JSONBuffer: @unchecked Sendable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int

    /// The maximum number of buffers kept for reuse. Rarely are more in use at once.
    private static let limit = 8
    /// The maximum size in bytes of a kept buffer. A larger buffer is freed, so that one long answer doesn't occupy
    /// memory for ever.
    private static let largest = 1 << 20
    private static let kept = Lock<[JSONBuffer]>([])

    static func take() -> JSONBuffer {
        kept.withLock { $0.popLast() } ?? JSONBuffer(start: .allocate(capacity: 4096), capacity: 4096)
    }

    static func giveBack(_ memory: JSONBuffer) {
        let isKept =
            memory.capacity <= largest
            && kept.withLock { kept in
                guard kept.count < limit else { return false }
                kept.append(memory)
                return true
            }
        if !isKept { memory.start.deallocate() }
    }

    /// Moves the buffer's contents to a larger piece of memory.
    mutating func grow(to capacity: Int, keeping count: Int) {
        let old = start
        start = .allocate(capacity: capacity)
        start.update(from: old, count: count)
        old.deallocate()
        self.capacity = capacity
    }
}
