import Foundation

/// A program's claim on the running server. The server runs as long as any program has a claim.
///
/// The claim is a FIFO that is open for writing, with a shared lock on it. The server's keeper reads the FIFO until its
/// end, which comes when the last program has closed it, however that program ended. The lock shows whether other claims
/// exist. The system releases the lock before it closes the FIFO, so the end can't have come while anybody has the lock.
/// Claims are taken and given up only under the start lock.
struct Hold: Sendable {
    private let fifo: Descriptor

    /// Takes the first claim on a server that is about to start, and returns the end that its keeper reads.
    static func first(_ path: String) throws(LocalPostgresError) -> (hold: Hold, keeper: Descriptor) {
        guard mkfifo(path, 0o600) == 0 || errno == EEXIST else { throw .system(path) }
        let keeper = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
        // The keeper's end was opened without blocking. From now on its reads block.
        guard let fifo = try Descriptor(writingTo: path), fcntl(keeper.number, F_SETFL, 0) == 0, fifo.tryLock(exclusive: false) else {
            throw .system(path)
        }
        return (Hold(fifo: fifo), keeper)
    }

    /// Takes another claim on a running server. Nil if nobody has a claim: then the server isn't running, or is about to
    /// stop.
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
