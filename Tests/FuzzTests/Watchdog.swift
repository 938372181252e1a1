import Foundation
import Synchronization

/// Ends the program if an input takes so long that it would probably never end.
final class Watchdog: Sendable {
    private let lastMove = Mutex(ContinuousClock.now)

    /// - Parameter waitLimit: the longest time for an input, far beyond the slowest one on a busy machine.
    init(waitLimit: Duration = .seconds(600)) {
        look(waitLimit)
    }

    /// Records that the current input has ended.
    func move() { lastMove.withLock { $0 = .now } }

    /// Checks repeatedly, until the object is released.
    private func look(_ waitLimit: Duration) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5)) { [weak self] in
            guard let self else { return }
            if lastMove.withLock({ $0 + waitLimit < .now }) {
                FileHandle.standardError.write(Data("An input has been under way for \(waitLimit).\n".utf8))
                abort()
            }
            look(waitLimit)
        }
    }
}
