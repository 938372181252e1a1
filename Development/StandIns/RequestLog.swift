import DavenportAPI
import Foundation
import JSON
import Synchronization

/// A log file with one line of JSON for each request, in the order in which the requests arrived.
package final class RequestLog: Sendable {
    private struct State {
        let file: FileHandle
        var pending: [UInt8] = []
    }

    private let state: Mutex<State>

    /// Opens the log file to append lines to it. If it doesn't exist, it is created.
    package init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        state = Mutex(State(file: file))
    }

    /// Adds the line of a request to the buffer. Only `flush` writes the buffer to the file.
    package func add(_ request: some Encodable) {
        Self.orEnd {
            let line = try JSONWriter.bytes(of: request) + [UInt8(ascii: "\n")]
            state.withLock { $0.pending += line }
        }
    }

    /// Writes the buffered lines to the file.
    package func flush() {
        Self.orEnd {
            try state.withLock { state in
                guard !state.pending.isEmpty else { return }
                try state.file.write(contentsOf: state.pending)
                state.pending.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Runs an action, and ends the program if it throws. A test that relies on the log must not go on without it.
    private static func orEnd(_ action: () throws -> Void) {
        do { try action() } catch {
            FileHandle.standardError.write(Data("The requests can't be recorded: \(error)\n".utf8))
            exit(1)
        }
    }
}
