import Foundation
import Synchronization

/// Accepts lines from many tasks and writes them on a thread of its own, so that a slow reader of the log never delays
/// a request. If the reader is stuck, lines are dropped and counted.
public final class LineSink: Sendable {
    private struct State {
        var lines: [UInt8] = []
        var isStarted = false
        var isWriting = false
    }

    /// The maximum number of bytes that wait to be written. A line that would exceed it is dropped.
    static let limit = 1024 * 1024
    /// The number of bytes beyond the limit that are reserved for the program's own lines. Access log lines can't use
    /// them.
    static let reserve = 256 * 1024
    /// The number of seconds for which a line waits for further lines. Several lines are then written with one system
    /// call, which costs more than a line itself.
    private static let gathering: TimeInterval = 0.02

    private let file: Int32
    private let state = Mutex(State())
    private let wanted = DispatchSemaphore(value: 0)
    private let lost = Atomic(0)

    /// Creates a sink that writes to a file descriptor.
    /// - Parameter file: the descriptor, which must stay open as long as the program runs.
    public init(file: Int32 = FileHandle.standardError.fileDescriptor) {
        self.file = file
    }

    /// The number of lines that were dropped, because they arrived faster than the reader of the log took them.
    public var lostCount: Int { lost.load(ordering: .relaxed) }

    /// Queues a line to be written soon, without blocking. If too many bytes wait, the line is dropped.
    /// - Parameters:
    ///   - line: the line with its line feed.
    ///   - isOwn: whether the line is one of the program's own, and not a line of the access log.
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

    /// Whether all lines have been written.
    var isIdle: Bool { state.withLock { $0.lines.isEmpty && !$0.isWriting } }

    /// Waits until all lines have been written, but at most a second. Call it at the end of the program.
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
                    // Another program has made the descriptor non-blocking, so wait here until it accepts bytes.
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
