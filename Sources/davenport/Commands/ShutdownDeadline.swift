@preconcurrency import Dispatch
import Foundation
import Programs
import Settings
import Synchronization

/// Ends the program a number of seconds after it received SIGTERM or SIGINT, even if something still runs.
///
/// It uses threads of its own, because requests may keep all threads of Swift's tasks busy at that time. Nothing is
/// lost, because everything that the server acknowledged is durable, and clients retry the rest. Without this deadline,
/// the supervisor of the process would kill the program a little later and report a failure.
final class ShutdownDeadline: Sendable {
    /// The number of seconds that the server gets to close the remaining connections after its own time limit for a
    /// shutdown.
    private static let margin = 4

    private let delay: DispatchTimeInterval
    private let queue = DispatchQueue(label: "davenport.last-alarm", qos: .userInteractive)
    private let sources: [any DispatchSourceSignal]
    private let isOff = Atomic(false)

    /// Starts to watch for SIGTERM and SIGINT, which other parts of the program handle as well.
    /// - Parameter deadline: the time from the signal until the server itself closes connections that haven't ended.
    ///   The program ends 4 seconds later.
    init(after deadline: Duration) {
        delay = .seconds(Int(deadline.components.seconds) + Self.margin)
        sources = [SIGTERM, SIGINT].map { [queue] in DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        for source in sources {
            source.setEventHandler { [weak self] in self?.set() }
            source.resume()
        }
    }

    /// Cancels the deadline, because the program has stopped serving by itself.
    func turnOff() {
        isOff.store(true, ordering: .relaxed)
        for source in sources { source.cancel() }
    }

    private func set() {
        queue.asyncAfter(deadline: .now() + delay) { self.ring() }
    }

    /// Writes the output that still waits and ends the program. It waits at most a second, because writing would block
    /// for ever if nothing reads the output.
    private func ring() {
        guard !isOff.load(ordering: .relaxed) else { return }
        Thread.detachNewThread {
            LineSink.standardError.flush()
            flushOutput()
            _exit(EXIT_SUCCESS)
        }
        queue.asyncAfter(deadline: .now() + .seconds(1)) { _exit(EXIT_SUCCESS) }
    }
}
