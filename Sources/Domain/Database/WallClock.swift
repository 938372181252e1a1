import Foundation

/// The clock that all rules use. A test can set it to any moment.
public struct WallClock: Sendable {
    private let source: @Sendable () -> Date

    /// Creates a clock.
    /// - Parameter source: returns the current moment. It is called whenever the time is read.
    public init(_ source: @escaping @Sendable () -> Date) {
        self.source = source
    }

    /// The machine's clock.
    public static let system = WallClock { Date() }

    /// The current moment, cut to the milliseconds that JSON shows. So values that are stored and values that are
    /// returned are equal.
    ///
    /// A moment of whole milliseconds isn't changed, even if a `Double` can't hold it exactly.
    public var now: Date {
        Date(timeIntervalSince1970: (source().timeIntervalSince1970 * 1000 + 0.001).rounded(.down) / 1000)
    }
}

extension Date {
    /// Returns the moment this number of 24-hour days later.
    func adding(days: Int) -> Date {
        addingTimeInterval(Double(days) * 86_400)
    }
}
