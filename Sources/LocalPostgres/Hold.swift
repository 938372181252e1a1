import Foundation

/// A program's claim on the running server: the server stays as long as anybody has one.
///
/// It is a FIFO held open for writing, with a shared lock on it. The server's keeper reads the FIFO: its end comes when the last program
/// has closed it, however that program ended. The lock tells whether others hold it too. The system drops the lock before it closes
/// the FIFO, so while anybody has the lock the end has not come. Taken and given up under the start lock only.
struct Hold: Sendable {
    private let fifo: Descriptor

    /// The first claim on a server about to start, and what its keeper reads.
    static func first(_ path: String) throws(LocalPostgresError) -> (hold: Hold, keeper: Descriptor) {
        guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { throw .system(path) }
        let keeper = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        // The keeper's end was opened without waiting for the other; from now on it does wait for what it reads.
        guard let fifo = try Descriptor(writingTo: path), fcntl(keeper.number, F_SETFL, 0) == 0, fifo.tryLock(exclusive: false) else {
            throw .system(path)
        }
        return (Hold(fifo: fifo), keeper)
    }

    /// One more claim on a server that others hold. Nil where nobody does: then it is not running, or about to stop.
    static func another(_ path: String) throws(LocalPostgresError) -> Hold? {
        guard let fifo = try Descriptor(writingTo: path) else { return nil }
        let hold = Hold(fifo: fifo)
        guard !hold.isLast else { return nil }
        return fifo.tryLock(exclusive: false) ? hold : nil
    }

    /// Whether nobody else has a claim.
    var isLast: Bool { fifo.tryLock(exclusive: true) }

    func giveUp() { fifo.close() }
    func keepToTheEnd() { fifo.leaveOpen() }
}
