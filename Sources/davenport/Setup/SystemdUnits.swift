import Foundation
import Programs

/// The services of a deployment under systemd.
enum SystemdUnits {
    static let all = ["davenport.service", "davenport-push.service"]
    /// The arguments of `systemctl` that start the services, now and with the machine.
    static let starting = ["enable", "--now"] + all

    /// Whether systemd manages this machine, as sd_booted(3) finds out.
    static var isRunning: Bool { FileManager.default.fileExists(atPath: "/run/systemd/system") }

    /// Whether the units of all services are there.
    static func areInstalled() async throws -> Bool { try await systemctl(["cat"] + all) == 0 }

    /// Whether all services run, and start with the machine.
    static func areStarted() async throws -> Bool {
        for unit in all {
            for question in ["is-enabled", "is-active"] {
                guard try await systemctl([question, "--quiet", unit]) == 0 else { return false }
            }
        }
        return true
    }

    static func start() async throws {
        guard try await systemctl(starting) == 0 else {
            throw Failure("systemctl \(starting.joined(separator: " ")) failed: see journalctl --unit davenport --unit davenport-push.")
        }
    }

    /// Runs systemctl to its end, and returns its exit status.
    private static func systemctl(_ arguments: [String]) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["systemctl"] + arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
