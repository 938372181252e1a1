import Foundation

/// Waits for a condition, looking again and again, for at most so many seconds: as long as a busy machine needs, unless given.
/// - Parameter what: the condition in words, for the error when it never comes true.
public func eventually(_ what: String, within seconds: Double = 600, _ condition: () async throws -> Bool) async throws {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
        if try await condition() { return }
        await pause()
    }
    throw NeverHappened(what: what)
}

/// Leaves the machine to what is waited for, before the next look.
private func pause() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
    }
}

/// A condition that did not come true in time.
struct NeverHappened: Error, CustomStringConvertible {
    let what: String

    var description: String { "It did not happen in time that \(what)." }
}
