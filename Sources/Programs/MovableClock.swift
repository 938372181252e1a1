import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock of a private PostgreSQL's folder. `davenport dev clock` moves it for the server and the worker alike.
///
/// The file `clock` holds its offset in 8 bytes. Every reading of the clock reads the file, which the system keeps in
/// memory.
public final class MovableClock: Sendable {
    private let descriptor: CInt

    /// From 1970 to 3999. Rules compute times some years back and ahead, and 4001 is PostgreSQL's `infinity`
    /// (`Date.distantFuture`).
    private static let moments = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 64_060_588_800)

    /// - Parameter folder: the folder of the private PostgreSQL.
    /// - Throws: `Failure` if the file can't be opened.
    public init(in folder: String) throws {
        descriptor = open(folder + "/clock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("The file \(folder)/clock can't be opened. Is the folder there, and yours?") }
    }

    deinit { close(descriptor) }

    /// The clock that the rules go by.
    public var wall: WallClock { WallClock { Date() + self.offset } }

    /// The seconds by which it is ahead of the machine's clock.
    public var offset: TimeInterval {
        var milliseconds: Int64 = 0
        let count = withUnsafeMutableBytes(of: &milliseconds) { pread(descriptor, $0.baseAddress, 8, 0) }
        return count == 8 ? TimeInterval(Int64(littleEndian: milliseconds)) / 1000 : 0
    }

    /// Moves the clock to this many seconds ahead of the machine's clock, or behind it if negative.
    /// - Throws: `Failure` if the new time is before 1970 or after 3999, or if the offset can't be written.
    public func set(offset: TimeInterval) throws {
        guard Self.moments.contains(Date() + offset) else { throw Failure("The clock goes from the year 1970 to 3999.") }
        var milliseconds = Int64((offset * 1000).rounded()).littleEndian
        let count = withUnsafeBytes(of: &milliseconds) { pwrite(descriptor, $0.baseAddress, 8, 0) }
        guard count == 8 else { throw Failure("The clock could not be moved: \(String(cString: strerror(errno))).") }
    }
}
