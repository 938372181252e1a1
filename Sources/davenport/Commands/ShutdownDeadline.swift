@preconcurrency import Dispatch
import Foundation
import Programs
import Settings
import Synchronization

/// Ends the program some seconds after it received SIGTERM or SIGINT, even if something still runs.
///
/// It runs on threads of its own, since requests may keep all of Swift's threads busy at that time. Nothing is lost:
/// everything that the server acknowledged is durable, and clients retry the rest. Otherwise the supervisor would kill the
/// program a little later and report a failure.
final class ShutdownDeadline: Sendable {
    /// The time that the server needs after its own deadline to close the connections that are left, in seconds.
    private static let margin = 4

    private let delay: DispatchTimeInterval
    private let queue = DispatchQueue(label: "davenport.last-alarm", qos: .userInteractive)
    private let sources: [any DispatchSourceSignal]
    private let isOff = Atomic(false)

    /// Waits for SIGTERM and SIGINT, which other parts of the program handle as well.
    /// - Parameter deadline: the time after the signal at which the server itself closes connections that haven't ended.
    init(after deadline: Duration) {
        delay = .seconds(Int(deadline.components.seconds) + Self.margin)
        sources = [SIGTERM, SIGINT].map { [queue] in DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        for source in sources {
            source.setEventHandler { [weak self] in self?.set() }
            source.resume()
        }
    }

    /// Turns the alarm off after the program has ended by itself.
    func turnOff() {
        isOff.store(true, ordering: .relaxed)
        for source in sources { source.cancel() }
    }

    private func set() {
        queue.asyncAfter(deadline: .now() + delay) { self.ring() }
    }

    /// Ends the program within a second. Flushing would block for ever if nothing reads the output.
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
