import Foundation

/// A command that starts another program and waits for its end. The program runs in a terminal session of its own, so
/// that Ctrl-C doesn't reach it.
struct Command {
    /// The arguments. The first is the program, as a path or a name in PATH.
    let arguments: [String]
    /// The user that the program runs as; nil for the user of this program.
    var account: ServerAccount?
    /// The file for the program's standard output and error; nil discards them.
    var output: Descriptor?
    /// Further files that the program inherits, as descriptors 3, 4 and so on.
    var inherits: [Descriptor] = []

    /// Runs the program and returns its exit status, or 128 + signal if a signal ended it. Cancelling the task kills
    /// the program.
    func run() async throws -> CInt {
        let process = try spawn()
        do {
            while true {
                if let status = Self.exitStatus(of: process) { return status }
                try await Task.sleep(for: .milliseconds(5))
            }
        } catch {
            // The kill ends the program and its children within a moment, so this wait doesn't block for long.
            kill(-process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
    }

    private static func exitStatus(of process: pid_t) -> CInt? {
        var status: CInt = 0
        guard waitpid(process, &status, WNOHANG) == process else { return nil }
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    private func spawn() throws -> pid_t {
        // The program's user may not be allowed to enter the current folder, so change to `/`.
        let command = (account?.prefix ?? []) + ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh"] + arguments
        var words = Self.cStrings(command)
        var environment = Self.cStrings(Self.environment)
        defer { for text in words + environment { free(text) } }
        let null = try Descriptor(opening: "/dev/null", O_RDWR)
        let output = output ?? null
        var process: pid_t = 0
        let failure = withSpawnSettings(files: [null, output, output] + inherits) { actions, attributes in
            posix_spawnp(&process, command[0], actions, attributes, &words, &environment)
        }
        guard failure == 0 else { throw LocalPostgresError.file(command[0], reason: String(cString: strerror(failure))) }
        return process
    }

    private static func cStrings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// A minimal environment for programs. It keeps the user's `PG…` variables, language and time zone from affecting
    /// how a cluster is made.
    private static var environment: [String] {
        let inherited = ["PATH", "LD_LIBRARY_PATH"].compactMap { (name: String) in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        return inherited + ["LC_ALL=C", "TZ=UTC"]
    }
}

/// Calls a function with the settings for starting a child process. The child gets a terminal session of its own. No
/// signal is ignored or blocked in it, and only the files in `files` are open in it.
private func withSpawnSettings(
    files: [Descriptor], _ body: (UnsafePointer<SpawnActions>, UnsafePointer<SpawnAttributes>) -> CInt
) -> CInt {
    var (actions, attributes) = uninitializedSpawnSettings()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    for (target, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file.number, CInt(target)) }
    for other in openDescriptors where other >= files.count { posix_spawn_file_actions_addclose(&actions, other) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(sessionFlags | CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF)))
    return body(&actions, &attributes)
}

// What follows differs between systems: `sessionFlags` gives the child a session of its own, and `openDescriptors` are those
// that this program has open and must not pass on. A server that inherits one end of another program's pipe or connection would
// keep it open for ever. On Darwin a flag closes them.
#if canImport(Darwin)
    private typealias SpawnActions = posix_spawn_file_actions_t?
    private typealias SpawnAttributes = posix_spawnattr_t?
    private func uninitializedSpawnSettings() -> (SpawnActions, SpawnAttributes) { (nil, nil) }
    private let sessionFlags = CInt(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
    private let openDescriptors: [CInt] = []
#else
    private typealias SpawnActions = posix_spawn_file_actions_t
    private typealias SpawnAttributes = posix_spawnattr_t
    private func uninitializedSpawnSettings() -> (SpawnActions, SpawnAttributes) { (SpawnActions(), SpawnAttributes()) }
    // The value of POSIX_SPAWN_SETSID, which isn't in POSIX, so Swift's Glibc module leaves it out.
    private let sessionFlags: CInt = 0x80
    private var openDescriptors: [CInt] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { CInt($0) }
    }
#endif
