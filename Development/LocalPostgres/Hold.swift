import Foundation

/// A program's claim on the running server. The server runs as long as any program has a claim.
///
/// A program with a claim has a FIFO open for writing, with a shared file lock on it. The server's keeper, a shell
/// script, reads the FIFO to its end and then stops the server. The end comes when the last program has closed the
/// FIFO, however that program ended. The file lock shows whether other claims exist. The system releases the file lock
/// before it closes the FIFO, so the FIFO can't be at its end while a program has the lock. Programs take claims and
/// give them up only while they hold the start lock.
struct Hold: Sendable {
    private let fifo: Descriptor

    /// Takes the first claim on a server that is about to start. Also returns the reading end of the FIFO, which the
    /// server's keeper inherits.
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

    /// Whether no other program has a claim on the server.
    var isLast: Bool { fifo.tryLock(exclusive: true) }

    func giveUp() { fifo.close() }
    func keepToTheEnd() { fifo.leaveOpen() }
}
