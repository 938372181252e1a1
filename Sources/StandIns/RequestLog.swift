import DavenportAPI
import Foundation
import Synchronization

/// A file with a line of JSON for each request, in the order of their arrival.
package final class RequestLog: Sendable {
    private struct State {
        let file: FileHandle
        var pending: [UInt8] = []
    }

    private let state: Mutex<State>

    /// Appends to the file, or makes it if it doesn't exist.
    package init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        state = Mutex(State(file: file))
    }

    /// Buffers a line until `flush`.
    package func add(_ request: some Encodable) {
        Self.orEnd {
            let line = try JSONWriter.bytes(of: request) + [UInt8(ascii: "\n")]
            state.withLock { $0.pending += line }
        }
    }

    /// Writes the buffered lines.
    package func flush() {
        Self.orEnd {
            try state.withLock { state in
                guard !state.pending.isEmpty else { return }
                try state.file.write(contentsOf: state.pending)
                state.pending.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Ends the program after an error: a test that relies on the log must not go on without it.
    private static func orEnd(_ action: () throws -> Void) {
        do { try action() } catch {
            FileHandle.standardError.write(Data("The requests can't be recorded: \(error)\n".utf8))
            exit(1)
        }
    }
}
