import Locking

/// Memory that answers are written into, kept for the next: growing anew to the size of a large answer took longer than writing it.
///
/// `@unchecked`: one output writes into it at a time, and the others find it only when that is done.
struct JSONMemory: @unchecked Sendable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int

    /// So many pieces are kept, as more are seldom written into at once.
    private static let limit = 8
    /// What was larger is freed, so that one long answer doesn't keep its memory for good.
    private static let largest = 1 << 20
    private static let kept = Lock<[JSONMemory]>([])

    static func take() -> JSONMemory {
        kept.withLock { $0.popLast() } ?? JSONMemory(start: .allocate(capacity: 4096), capacity: 4096)
    }

    static func giveBack(_ memory: JSONMemory) {
        let isKept =
            memory.capacity <= largest
            && kept.withLock { kept in
                guard kept.count < limit else { return false }
                kept.append(memory)
                return true
            }
        if !isKept { memory.start.deallocate() }
    }

    /// - Parameter count: how many bytes of it are in use.
    mutating func grow(to capacity: Int, keeping count: Int) {
        let old = start
        start = .allocate(capacity: capacity)
        start.update(from: old, count: count)
        old.deallocate()
        self.capacity = capacity
    }
}
