import Foundation

/// A folder with mails in numbered files.
struct MailFolder {
    /// A file that can't be written.
    struct Unwritable: Error, CustomStringConvertible {
        let description: String

        init(_ path: String) {
            description = "\(path) can't be written: \(String(cString: strerror(errno)))"
        }
    }

    private let path: String

    init(_ path: String) { self.path = path }

    /// Writes a mail under the next number.
    /// - Returns: the file's path.
    func write(_ message: MailMessage) throws -> String {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), 0o700) }
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Unwritable(path) }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        var number = names.compactMap { $0.hasSuffix(".eml") ? Int($0.dropLast(4)) : nil }.max() ?? 0
        while true {
            number += 1
            let file = "\(path)/\(number).eml"
            // Another program may take the number first.
            let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw Unwritable(file) }
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: message.bytes)
            return file
        }
    }
}
