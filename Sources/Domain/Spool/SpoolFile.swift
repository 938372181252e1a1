import Foundation

/// A temporary file without a name. It disappears when nothing refers to it any more, even if the program crashes.
///
/// Its functions block the thread until the disk has finished.
final class SpoolFile: Sendable {
    private let descriptor: CInt

    /// Creates an empty file in a folder.
    ///
    /// - Throws: `SpoolError` if the system can't create it.
    init(in folder: String) throws {
        descriptor = Self.nameless(in: folder)
        guard descriptor >= 0 else { throw SpoolError(errno, folder) }
    }

    deinit { close(descriptor) }

    /// Appends bytes to the file.
    ///
    /// - Throws: `SpoolError` if the system can't write them.
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

    /// Reads a range of the bytes that were written.
    ///
    /// - Throws: `SpoolError` if the system can't read them, or the file is shorter.
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

    /// Opens a new file without a name. On Linux the file never has one, so a crash leaves no file. On other systems,
    /// and on file systems that don't support this, its name is removed at once.
    private static func nameless(in folder: String) -> CInt {
        #if os(Linux)
            // The value of O_TMPFILE, a macro that Swift doesn't import.
            let made = open(folder, O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o600)
            if made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR) { return made }
        #endif
        var name = Array("\(folder)/davenport-XXXXXX".utf8CString)
        let named = mkstemp(&name)
        if named >= 0 { unlink(name) }
        return named
    }
}

/// An error of the system about a temporary file.
struct SpoolError: Error, CustomStringConvertible {
    let code: CInt
    let place: String

    init(_ code: CInt, _ place: String) {
        (self.code, self.place) = (code, place)
    }

    /// Whether the cause is a lack of resources that may go away by itself, such as a full disk.
    var isFull: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code) }

    var description: String { "\(place): \(String(cString: strerror(code)))" }
}
