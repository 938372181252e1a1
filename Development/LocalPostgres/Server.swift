import Foundation

/// Starts the processes of a cluster's server. One of them is the keeper, a shell script that later stops the server.
struct Server {
    let paths: ClusterPaths
    let binaries: Binaries

    /// Starts the server and waits until it accepts connections. The keeper, a shell script, stops the server when no
    /// program has a claim on it any more.
    ///
    /// - Parameter lock: the file lock of the server. The server's processes inherit it, so it is held as long as one
    ///   of them runs.
    func start(lock: Descriptor, durable: Bool) async throws -> Hold {
        try removeStaleFile()
        let log = try Descriptor(opening: paths.log, O_WRONLY | O_CREAT | O_APPEND)
        let (hold, reader) = try Hold.first(paths.users)
        let server = [binaries.folder + "/postgres", "-D", paths.data] + settings(durable: durable).flatMap { ["-c", $0] }
        let keeper = Command(
            arguments: ["/bin/sh", "-c", Self.keeper, "keeper"] + server, account: paths.account, output: log, inherits: [reader, lock])
        let status = try await keeper.run()
        reader.close()
        lock.close()
        guard status == 0, try await paths.isReady() else { throw paths.failure("PostgreSQL did not start") }
        return hold
    }

    /// The shell script of the keeper, which runs the server and stops it when no program has a claim on it any more.
    /// Descriptor 3 is the FIFO of all claims. Descriptor 4 is the server's file lock, which the server and the waiting
    /// shell hold. SIGINT makes the server disconnect its clients and shut down cleanly. A shell starts its children
    /// with SIGINT ignored, until the server sets its own handler. So the keeper sends SIGINT again and again until the
    /// server ends.
    private static let keeper = """
        (
            "$@" 3<&- &
            server=$!
            (
                while read -r _; do :; done
                while kill -INT "$server"; do sleep 1; done
            ) <&3 3<&- 4<&- 2>/dev/null &
            reader=$!
            exec 3<&-
            wait "$server"
            kill "$reader"
        ) &
        """

    private func settings(durable: Bool) -> [String] {
        let quotedSocket = "\"" + paths.socket.replacing("\"", with: "\"\"") + "\""
        let always = [
            "listen_addresses=", "unix_socket_directories=\(quotedSocket)", "unix_socket_permissions=0700", "port=5432",
            "max_connections=200", "shared_buffers=128MB", "jit=off",
        ]
        let forTests = [
            "fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
            // Test databases are short-lived, so vacuuming them isn't worth it.
            "autovacuum=off",
        ]
        return durable ? always : always + forTests
    }

    /// Removes the file `postmaster.pid` that a killed server left behind. PostgreSQL would refuse to start if another
    /// process meanwhile got the process id that is in the file. Removing it is safe: this program holds the server's
    /// file lock, so no server of this cluster runs.
    private func removeStaleFile() throws {
        let path = paths.data + "/postmaster.pid"
        guard FileStatus(path) != nil else { return }
        if let file = PostmasterFile(data: paths.data), UnixSocket.accepts(in: file.socketFolder) {
            throw LocalPostgresError.foreignServer(folder: paths.folder)
        }
        guard unlink(path) == 0 else { throw LocalPostgresError.system(path) }
    }
}

extension ClusterPaths {
    /// Waits until the server accepts connections. Returns false if the server has ended, or if it takes longer than
    /// two minutes.
    func isReady() async throws -> Bool {
        let probe = try Descriptor(opening: serverLock, O_RDWR)
        let answer = try await poll(for: .seconds(120)) { () -> Bool? in
            if probe.tryLock(exclusive: true) { return false }
            return runningSocket == nil ? nil : true
        }
        return answer ?? false
    }

    /// The folder of the socket on which a server accepts connections; nil if none does. The file `postmaster.pid`
    /// alone isn't enough, because a killed server leaves it behind.
    var runningSocket: String? {
        guard let file = PostmasterFile(data: data), file.isReady, UnixSocket.accepts(in: file.socketFolder) else { return nil }
        return file.socketFolder
    }

    /// Waits until no server runs on the cluster's data, and returns the server's file lock. If a server doesn't stop
    /// by itself, because the program that was starting it was killed, this function stops the server.
    func serverGone(_ binaries: Binaries?) async throws -> Descriptor {
        if let lock = try await Descriptor.lock(serverLock, within: .seconds(5)) { return lock }
        if let binaries {
            let stop = [binaries.folder + "/pg_ctl", "stop", "-D", data, "-m", "fast", "-W"]
            _ = try await Command(arguments: stop, account: account).run()
        }
        guard let lock = try await Descriptor.lock(serverLock, within: .seconds(60)) else { throw LocalPostgresError.busy(folder: folder) }
        return lock
    }

    /// Returns the error for a failed step, with the last lines of the server's log.
    func failure(_ what: String) -> LocalPostgresError {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return .failed(what, log: text.split(separator: "\n").suffix(10).joined(separator: "\n"))
    }
}
