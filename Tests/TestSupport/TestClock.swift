import Domain
import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
public final class TestClock: Sendable {
    private let current: Mutex<Date>

    /// Makes a clock that stands at this time, by default 2026-03-01T20:00:00Z.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_772_395_200)) {
        current = Mutex(date)
    }

    public var now: Date { current.withLock { $0 } }

    /// Moves the clock by some seconds, forward or back, and rounds it to a whole millisecond.
    public func advance(by seconds: TimeInterval) {
        current.withLock { $0 = Date(timeIntervalSince1970: (($0.timeIntervalSince1970 + seconds) * 1000).rounded() / 1000) }
    }

    /// The clock as a `WallClock`.
    public var wall: WallClock { WallClock { self.now } }
}
