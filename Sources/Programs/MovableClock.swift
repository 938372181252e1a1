import Domain
import Foundation

/// The clock of a private PostgreSQL, which `davenport dev clock` moves for the server and the worker alike.
///
/// The file `clock` in the database's folder contains, in 8 bytes, the offset of this clock from the machine's. Each
/// reading of the clock reads this file, which the system keeps in memory.
public final class MovableClock: Sendable {
    private let descriptor: CInt

    /// The times to which the clock can be set, from 1970 to 3999. Rules compute times some years before and after the
    /// current one, and PostgreSQL's `infinity` (`Date.distantFuture`) is in the year 4001.
    private static let moments = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 64_060_588_800)

    /// Opens the clock of a private PostgreSQL, and creates its file if there is none.
    /// - Parameter folder: the folder of the private PostgreSQL.
    /// - Throws: `Failure` if the file can't be opened.
    public init(in folder: String) throws {
        descriptor = open(folder + "/clock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("The file \(folder)/clock can't be opened. Is the folder there, and yours?") }
    }

    deinit { close(descriptor) }

    /// The clock as a `WallClock`, the type of clock that the rules take.
    public var wall: WallClock { WallClock { Date() + self.offset } }

    /// The number of seconds by which this clock is ahead of the machine's clock; negative if it is behind.
    public var offset: TimeInterval {
        var milliseconds: Int64 = 0
        let count = withUnsafeMutableBytes(of: &milliseconds) { pread(descriptor, $0.baseAddress, 8, 0) }
        return count == 8 ? TimeInterval(Int64(littleEndian: milliseconds)) / 1000 : 0
    }

    /// Sets the clock to this many seconds ahead of the machine's clock, or behind it if the number is negative.
    public func set(offset: TimeInterval) throws {
        guard Self.moments.contains(Date() + offset) else { throw Failure("The clock goes from the year 1970 to 3999.") }
        var milliseconds = Int64((offset * 1000).rounded()).littleEndian
        let count = withUnsafeBytes(of: &milliseconds) { pwrite(descriptor, $0.baseAddress, 8, 0) }
        guard count == 8 else { throw Failure("The clock could not be moved: \(String(cString: strerror(errno))).") }
    }
}
