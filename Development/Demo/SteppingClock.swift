import Domain
import Foundation
import Synchronization

/// A clock that always shows the same time, until `step(to:)` sets another one.
final class SteppingClock: Sendable {
    private let current: Mutex<Date>

    init(_ date: Date) {
        current = Mutex(date)
    }

    /// This clock as a `WallClock`, the type of clock that use cases take.
    var wall: WallClock { WallClock { self.current.withLock { $0 } } }

    func step(to date: Date) {
        current.withLock { $0 = date }
    }
}
