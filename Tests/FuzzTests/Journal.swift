import Foundation

/// Writes the current input to a file, where it can be found after a crash.
struct Journal: Sendable {
    private let descriptor: Int32

    /// - Parameter path: the file, nil for none.
    init(_ path: String?) throws {
        descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) } ?? -1
        if let path, descriptor < 0 { throw Broken("the journal \(path) can't be written") }
    }

    /// Writes `TARGET NUMBER LENGTH`, and the input on the next line. A longer earlier input may leave bytes after it,
    /// which readers ignore.
    func begin(_ target: String, _ index: Int, _ input: [UInt8]) {
        guard descriptor >= 0 else { return }
        let record = Array("\(target) \(index) \(input.count)\n".utf8) + input
        _ = record.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
}
