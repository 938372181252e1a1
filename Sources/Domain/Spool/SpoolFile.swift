import Foundation

/// A file without a name, which is gone with the last reference to it, however the program ends.
///
/// Its calls wait for the disk.
final class SpoolFile: Sendable {
    private let descriptor: CInt

    /// - Throws: `SpoolError`.
    init(in folder: String) throws {
        descriptor = Self.nameless(in: folder)
        guard descriptor >= 0 else { throw SpoolError(errno, folder) }
    }

    deinit { close(descriptor) }

    /// Writes behind what was written.
    /// - Throws: `SpoolError`.
    func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SpoolError(errno, "a temporary file") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads what was written there.
    /// - Throws: `SpoolError`, also where it ends before.
    func read(_ range: Range<Int>) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[filled..<range.count]))
                let count = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SpoolError(count < 0 ? errno : EIO, "a temporary file") }
                filled += count
            }
        }
    }

    /// On Linux it never has a name, so that no end of the program leaves one; where a file system can't do that, it loses it at once.
    private static func nameless(in folder: String) -> CInt {
        #if os(Linux)
            // O_TMPFILE, a macro that Swift doesn't see.
            let made = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
            if made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR) { return made }
        #endif
        var name = Array("\(folder)/davenport-XXXXXX".utf8CString)
        let named = mkstemp(&name)
        if named >= 0 { unlink(name) }
        return named
    }
}

/// What the system says of a temporary file.
struct SpoolError: Error, CustomStringConvertible {
    let code: CInt
    let place: String

    init(_ code: CInt, _ place: String) {
        (self.code, self.place) = (code, place)
    }

    /// Whether another time there may be room.
    var isFull: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code) }

    var description: String { "\(place): \(String(cString: strerror(code)))" }
}
