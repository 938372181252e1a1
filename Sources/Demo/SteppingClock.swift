import Domain
import Foundation
import Synchronization

/// A clock that stands still until it is put forward.
final class SteppingClock: Sendable {
    private let current: Mutex<Date>

    init(_ date: Date) {
        current = Mutex(date)
    }

    /// The clock as the domain takes it.
    var wall: WallClock { WallClock { self.current.withLock { $0 } } }

    func step(to date: Date) {
        current.withLock { $0 = date }
    }
}
