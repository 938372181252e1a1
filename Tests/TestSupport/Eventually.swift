import Foundation

/// Checks a condition every few milliseconds until it is true. The default limit, in seconds, is long enough for a busy
/// machine.
/// - Parameter what: the condition in words, for the error if it never becomes true.
public func eventually(_ what: String, within seconds: Double = 600, _ condition: () async throws -> Bool) async throws {
    let deadline = Date().addingTimeInterval(seconds)
    while Date() < deadline {
        if try await condition() { return }
        await pause()
    }
    throw NeverHappened(what: what)
}

/// Waits before the next check, so that the checks don't use up the machine.
private func pause() async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { continuation.resume() }
    }
}

/// The error that a condition didn't become true in time.
struct NeverHappened: Error, CustomStringConvertible {
    let what: String

    var description: String { "It did not happen in time that \(what)." }
}
