import Foundation
import Synchronization

/// An open file, never inherited by accident, closed once: by `close` or with the last reference to it.
final class Descriptor: Sendable {
    let number: CInt
    private let isOpen = Atomic(true)

    /// Opens the file itself, not what a symbolic link in its place points to.
    init(opening path: String, _ flags: CInt, mode: mode_t = 0o600) throws(LocalPostgresError) {
        let opened = open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        guard opened >= 0 else { throw .system(path) }
        number = Self.outOfTheWay(opened)
    }

    /// Opens the writing end of a FIFO that somebody reads; nil where nobody does or there is none.
    init?(writingTo fifo: String) throws(LocalPostgresError) {
        let opened = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        if opened < 0, errno == ENOENT || errno == ENXIO { return nil }
        guard opened >= 0 else { throw .system(fifo) }
        number = Self.outOfTheWay(opened)
    }

    private init(owning number: CInt) {
        self.number = Self.outOfTheWay(number)
    }

    deinit { close() }

    /// Leaves it open until the program ends.
    func leaveOpen() { isOpen.store(false, ordering: .releasing) }

    func close() {
        if isOpen.exchange(false, ordering: .acquiringAndReleasing) { _ = Foundation.close(number) }
    }

    /// Both ends of a new pipe.
    static func pipe() throws(LocalPostgresError) -> (read: Descriptor, write: Descriptor) {
        var ends: [CInt] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw .system("pipe") }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// Takes a lock on the open file if nobody else holds one against it. It lasts until the last copy of the descriptor is closed,
    /// copies inherited by other programs included.
    func tryLock(exclusive: Bool) -> Bool {
        flock(number, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
    }

    /// Children are given files as 0 to 4: a descriptor among those could be overwritten while they are set up.
    private static func outOfTheWay(_ number: CInt) -> CInt {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 10)
        guard copy >= 0 else { return number }
        _ = Foundation.close(number)
        return copy
    }
}

extension Descriptor {
    /// The lock of this file, taken as soon as everybody else has let go of it; nil when they have not within the limit.
    static func lock(_ path: String, within limit: Duration) async throws -> Descriptor? {
        let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT)
        return try await poll(for: limit) { descriptor.tryLock(exclusive: true) ? descriptor : nil }
    }
}
