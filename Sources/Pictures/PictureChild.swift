import CSpawn
import LibC

/// A process that decodes one picture. Its functions block the thread.
package struct PictureChild {
    private let process: pid_t
    /// This end of the connection that is the process's input and output.
    private let socket: CInt

    /// The path by which a program can start itself once more.
    package static var runningProgram: String {
        #if os(Linux)
            // It leads to the running program even after an update has replaced the program's file.
            "/proc/self/exe"
        #else
            CommandLine.arguments[0]
        #endif
    }

    /// Starts the process.
    /// - Throws: `PictureDecoderBusy` if the system lacks a resource, such as memory or descriptors.
    init(_ program: String, argument: String) throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, Self.socketType, 0, &ends) == 0 else { throw PictureDecoderBusy() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if !os(Linux)
            var isOn: CInt = 1
            setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
        #endif
        let started = Self.start(program, argument, ends[1])
        close(ends[1])
        guard let started else {
            close(ends[0])
            throw PictureDecoderBusy()
        }
        (process, socket) = (started, ends[0])
    }

    private static var socketType: CInt {
        #if os(Linux)
            // Other threads start processes too, between the two calls that would otherwise be needed.
            streamSocket | CInt(SOCK_CLOEXEC.rawValue)
        #else
            streamSocket
        #endif
    }

    /// Starts a process without environment, whose input and output are the descriptor. Returns nil if the system can't.
    private static func start(_ program: String, _ argument: String, _ descriptor: CInt) -> pid_t? {
        #if os(Linux)
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
            var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        #else
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
            var flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for place in [0, 1] as [CInt] { posix_spawn_file_actions_adddup2(&actions, descriptor, place) }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        #if os(Linux)
            posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        #endif
        // The threads of queues block all signals, and the server ignores some. The process begins with neither.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, flags)
        var process: pid_t = 0
        let failure = withArguments("davenport", argument) { arguments in
            var environment: [UnsafeMutablePointer<CChar>?] = [nil]
            return posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
        }
        return failure == 0 ? process : nil
    }

    private static func withArguments<Result>(
        _ one: String, _ other: String, _ body: (inout [UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var (first, second) = (Array(one.utf8CString), Array(other.utf8CString))
        return first.withUnsafeMutableBufferPointer { first in
            second.withUnsafeMutableBufferPointer { second in
                var arguments = [first.baseAddress, second.baseAddress, nil]
                return body(&arguments)
            }
        }
    }

    /// Sends the picture, reads the answer, and ends the process.
    /// - Returns: nil if the process wasn't done at the deadline, or wrote more than `limit` bytes.
    func answer(to picture: [UInt8], until deadline: ContinuousClock.Instant, limit: Int) -> [UInt8]? {
        defer { end() }
        guard send(picture, until: deadline) else { return received(until: deadline, limit: limit) }
        shutdown(socket, CInt(SHUT_WR))
        return received(until: deadline, limit: limit)
    }

    /// Returns false if the process reads no more, as after its end.
    private func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                guard wait(for: POLLOUT, until: deadline) else { return false }
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = LibC.send(socket, part.baseAddress, part.count, Self.quietly)
                if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// The flags with which sending to a process that has ended is an error and no signal, and never blocks beyond the deadline.
    private static var quietly: CInt {
        #if os(Linux)
            CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
        #else
            MSG_DONTWAIT
        #endif
    }

    private func received(until deadline: ContinuousClock.Instant, limit: Int) -> [UInt8]? {
        var (answer, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
        while wait(for: POLLIN, until: deadline) {
            let count = part.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? answer : nil }
            answer += part[..<count]
            guard answer.count <= limit else { return nil }
        }
        return nil
    }

    /// Waits until the socket is ready. Returns false at the deadline.
    private func wait(for events: some BinaryInteger, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            var polled = pollfd(fd: socket, events: Int16(events), revents: 0)
            let ready = poll(&polled, 1, CInt(left.rounded(.up)))
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { return false }
        }
    }

    /// Kills the process, which is done or in the way, and removes it from the system's table.
    private func end() {
        kill(process, SIGKILL)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        close(socket)
    }
}
