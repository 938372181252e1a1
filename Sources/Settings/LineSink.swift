import Foundation
import Synchronization

/// Takes lines from many at once and writes them from a thread of its own, so that nobody waits for whoever reads them: a reader that is
/// stuck costs lines, which are counted, and no request.
public final class LineSink: Sendable {
    private struct State {
        var lines: [UInt8] = []
        var isStarted = false
        var isWriting = false
    }

    /// In bytes: more doesn't wait.
    static let limit = 1024 * 1024
    /// So much beyond it is left for what the program says itself, where the lines of requests fill the rest.
    static let reserve = 256 * 1024
    /// How long the first of some lines waits for others: a write for each would cost more than the line.
    private static let gathering: TimeInterval = 0.02

    private let file: Int32
    private let state = Mutex(State())
    private let wanted = DispatchSemaphore(value: 0)
    private let lost = Atomic(0)

    /// - Parameter file: the descriptor to write to, which stays open as long as the program runs.
    public init(file: Int32 = FileHandle.standardError.fileDescriptor) {
        self.file = file
    }

    /// How many lines were lost, since they came faster than they were read.
    public var lostCount: Int { lost.load(ordering: .relaxed) }

    /// Has a line written soon; doesn't wait.
    /// - Parameters:
    ///   - line: with its end.
    ///   - isOwn: whether the program says it itself, and not of a request.
    public func take(_ line: [UInt8], isOwn: Bool = false) {
        let limit = isOwn ? Self.limit + Self.reserve : Self.limit
        let (isFirst, isToStart) = state.withLock { state in
            guard state.lines.count + line.count <= limit else {
                lost.add(1, ordering: .relaxed)
                return (false, false)
            }
            defer { state.isStarted = true }
            let isFirst = state.lines.isEmpty
            state.lines += line
            return (isFirst, !state.isStarted)
        }
        if isToStart { Thread { [self] in run() }.start() }
        if isFirst { wanted.signal() }
    }

    /// Whether nothing waits to be written.
    var isIdle: Bool { state.withLock { $0.lines.isEmpty && !$0.isWriting } }

    /// Writes what waits, at the end of the program, and gives up after a second.
    public func flush() {
        let deadline = Date().addingTimeInterval(1)
        while !isIdle, Date() < deadline { Thread.sleep(forTimeInterval: 0.005) }
    }

    private func run() {
        while true {
            wanted.wait()
            Thread.sleep(forTimeInterval: Self.gathering)
            let lines = state.withLock { state in
                defer { state.lines = [] }
                state.isWriting = true
                return state.lines
            }
            writeAll(lines)
            state.withLock { $0.isWriting = false }
        }
    }

    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let count = write(file, buffer.baseAddress.map { $0 + start }, buffer.count - start)
                if count > 0 {
                    start += count
                } else if errno == EAGAIN {
                    // Somebody has made it a descriptor that doesn't wait: so this waits for room.
                    var room = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                    poll(&room, 1, 1000)
                } else if errno != EINTR {
                    lost.add(buffer[start...].count { $0 == UInt8(ascii: "\n") }, ordering: .relaxed)
                    return
                }
            }
        }
    }
}
