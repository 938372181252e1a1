import Domain
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The clock of a private PostgreSQL's folder, which `davenport dev clock` moves for the server and the worker alike.
///
/// By how much it is ahead stands in the file `clock`, which every reading looks at: 8 bytes that the system keeps in memory.
public final class MovableClock: Sendable {
    private let descriptor: CInt

    /// From 1970 to 3999: the rules reckon some years back and ahead, and 4001 is PostgreSQL's `infinity` (`Date.distantFuture`).
    private static let moments = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 64_060_588_800)

    /// - Parameter folder: that of the private PostgreSQL.
    /// - Throws: `Failure` where the file can't be opened.
    public init(in folder: String) throws {
        descriptor = open(folder + "/clock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("The file \(folder)/clock can't be opened. Is the folder there, and yours?") }
    }

    deinit { close(descriptor) }

    /// What the rules go by.
    public var wall: WallClock { WallClock { Date() + self.offset } }

    /// How far it is ahead of the machine's, in seconds.
    public var offset: TimeInterval {
        var milliseconds: Int64 = 0
        let count = withUnsafeMutableBytes(of: &milliseconds) { pread(descriptor, $0.baseAddress, 8, 0) }
        return count == 8 ? TimeInterval(Int64(littleEndian: milliseconds)) / 1000 : 0
    }

    /// Sets it to stand so many seconds ahead, or behind, from now on.
    /// - Throws: `Failure` where that is before 1970 or after 3999, or can't be written.
    public func set(offset: TimeInterval) throws {
        guard Self.moments.contains(Date() + offset) else { throw Failure("The clock goes from the year 1970 to 3999.") }
        var milliseconds = Int64((offset * 1000).rounded()).littleEndian
        let count = withUnsafeBytes(of: &milliseconds) { pwrite(descriptor, $0.baseAddress, 8, 0) }
        guard count == 8 else { throw Failure("The clock could not be moved: \(String(cString: strerror(errno))).") }
    }
}
