import Foundation

/// Creates files that hold secrets, which only the user of this program can read.
public enum PrivateFile {
    /// Creates an empty file with the permissions 0600. A file that is there is emptied and gets these permissions.
    /// - Throws: `Failure` if it can't be written.
    public static func create(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
            throw Failure("The file \(path) can't be written: \(String(cString: strerror(errno))).")
        }
        close(descriptor)
    }

    /// Gives a complete file its name, at which another file may be.
    public static func replace(_ path: String, by unfinished: String) throws {
        guard rename(unfinished, path) == 0 else {
            throw Failure("The file \(path) can't be written: \(String(cString: strerror(errno))).")
        }
    }

    /// Creates a file, and calls `body` with a handle that writes to it. If that fails, the file keeps what it had before.
    public static func write<Value>(_ path: String, _ body: (FileHandle) async throws -> Value) async throws -> Value {
        let unfinished = path + ".unfinished"
        defer { unlink(unfinished) }
        try create(unfinished)
        let handle = try FileHandle(forWritingTo: URL(filePath: unfinished))
        let value = try await body(handle)
        try handle.synchronize()
        try handle.close()
        try replace(path, by: unfinished)
        return value
    }
}
