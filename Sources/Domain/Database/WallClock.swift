import Foundation

/// The one source of time for every rule, so that a test can stand at any moment.
public struct WallClock: Sendable {
    private let source: @Sendable () -> Date

    /// - Parameter source: asked for the moment each time.
    public init(_ source: @escaping @Sendable () -> Date) {
        self.source = source
    }

    /// The machine's clock.
    public static let system = WallClock { Date() }

    /// The current moment, cut to the milliseconds that the wire shows, so that what is stored is what is told. A moment of whole
    /// milliseconds stays as it is, although few of them are exact as a `Double`.
    public var now: Date {
        Date(timeIntervalSince1970: (source().timeIntervalSince1970 * 1000 + 0.001).rounded(.down) / 1000)
    }
}

extension Date {
    /// The moment so many days of 24 hours later.
    func adding(days: Int) -> Date {
        addingTimeInterval(Double(days) * 86_400)
    }
}
