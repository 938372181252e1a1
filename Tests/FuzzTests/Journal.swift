import Foundation

/// Says in a file which input is under way, so that whoever looks after a crash finds it.
struct Journal: Sendable {
    private let descriptor: Int32

    /// - Parameter path: nil where nobody looks.
    init(_ path: String?) throws {
        descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) } ?? -1
        if let path, descriptor < 0 { throw Broken("the journal \(path) can't be written") }
    }

    /// `TARGET NUMBER LENGTH`, and the input after the end of that line. What an earlier one has left behind it counts for nothing.
    func begin(_ target: String, _ index: Int, _ input: [UInt8]) {
        guard descriptor >= 0 else { return }
        let record = Array("\(target) \(index) \(input.count)\n".utf8) + input
        _ = record.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }
}
