import Domain
import Foundation
import Synchronization

/// A clock that stands still until `step(to:)` moves it.
final class SteppingClock: Sendable {
    private let current: Mutex<Date>

    init(_ date: Date) {
        current = Mutex(date)
    }

    /// The clock in the form that the domain takes.
    var wall: WallClock { WallClock { self.current.withLock { $0 } } }

    func step(to date: Date) {
        current.withLock { $0 = date }
    }
}
