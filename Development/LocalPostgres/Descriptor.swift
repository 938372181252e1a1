import Foundation
import Synchronization

/// The descriptor of an open file. A child process inherits it only if it is passed on explicitly. It is closed once,
/// either by `close` or with the last reference to this object.
final class Descriptor: Sendable {
    let number: CInt
    private let isOpen = Atomic(true)

    /// Opens a file. It fails if the path is a symbolic link.
    init(opening path: String, _ flags: CInt, mode: mode_t = 0o600) throws(LocalPostgresError) {
        let opened = open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        guard opened >= 0 else { throw .system(path) }
        number = Self.outOfTheWay(opened)
    }

    /// Opens the writing end of a FIFO; nil if nothing reads from the FIFO, or if it doesn't exist.
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

    /// Keeps the file open until the program ends, even if no reference to this object is left.
    func leaveOpen() { isOpen.store(false, ordering: .releasing) }

    func close() {
        if isOpen.exchange(false, ordering: .acquiringAndReleasing) { _ = Foundation.close(number) }
    }

    /// Makes a pipe and returns both of its ends.
    static func pipe() throws(LocalPostgresError) -> (read: Descriptor, write: Descriptor) {
        var ends: [CInt] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw .system("pipe") }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// Takes a file lock, unless a conflicting lock exists, and returns whether it succeeded. The lock lasts until
    /// every copy of the descriptor is closed, including copies that other programs inherited.
    func tryLock(exclusive: Bool) -> Bool {
        flock(number, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
    }

    /// Moves a descriptor to a number above 4 and returns this number. A child process gets its files as descriptors 0
    /// to 4, so a descriptor with such a number could be overwritten while a child is set up.
    private static func outOfTheWay(_ number: CInt) -> CInt {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 10)
        guard copy >= 0 else { return number }
        _ = Foundation.close(number)
        return copy
    }
}

extension Descriptor {
    /// Waits for the file lock on the file at a path, and takes it; nil if the lock isn't free within the time limit.
    static func lock(_ path: String, within limit: Duration) async throws -> Descriptor? {
        let descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT)
        return try await poll(for: limit) { descriptor.tryLock(exclusive: true) ? descriptor : nil }
    }
}
