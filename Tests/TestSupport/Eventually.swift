import Foundation

/// Waits for a condition, looking again and again, for at most so many seconds.
/// - Parameter what: the condition in words, for the error when it never comes true.
public func eventually(_ what: String, within seconds: Double = 60, _ condition: () async throws -> Bool) async throws {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
        if try await condition() { return }
        await Task.yield()
    }
    throw NeverHappened(what: what)
}

/// A condition that did not come true in time.
struct NeverHappened: Error, CustomStringConvertible {
    let what: String

    var description: String { "It did not happen in time that \(what)." }
}
