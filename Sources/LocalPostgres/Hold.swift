import Foundation

/// A program's claim on the running server. The server runs as long as any program has a claim.
///
/// The claim is a FIFO that the program has open for writing, with a shared lock on it. The server's keeper reads the
/// FIFO to its end, which comes when the last program has closed the FIFO, however that program ended. The lock shows
/// whether other claims exist. The system releases the lock before it closes the FIFO, so the end can't have come while
/// a program has the lock. Programs take claims and give them up only while they hold the start lock.
struct Hold: Sendable {
    private let fifo: Descriptor

    /// Takes the first claim on a server that is about to start. Returns it with the end of the FIFO that the server's
    /// keeper reads.
    static func first(_ path: String) throws(LocalPostgresError) -> (hold: Hold, keeper: Descriptor) {
        guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { throw .system(path) }
        let keeper = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        // The keeper's end was opened without blocking. From now on its reads block.
        guard let fifo = try Descriptor(writingTo: path), fcntl(keeper.number, F_SETFL, 0) == 0, fifo.tryLock(exclusive: false) else {
            throw .system(path)
        }
        return (Hold(fifo: fifo), keeper)
    }

    /// Takes another claim on a running server. It is nil if no program has a claim, because the server then isn't
    /// running or is about to stop.
    static func another(_ path: String) throws(LocalPostgresError) -> Hold? {
        guard let fifo = try Descriptor(writingTo: path) else { return nil }
        let hold = Hold(fifo: fifo)
        guard !hold.isLast else { return nil }
        return fifo.tryLock(exclusive: false) ? hold : nil
    }

    /// Whether no other program has a claim.
    var isLast: Bool { fifo.tryLock(exclusive: true) }

    func giveUp() { fifo.close() }
    func keepToTheEnd() { fifo.leaveOpen() }
}
