import Foundation
import Testing

@testable import LocalPostgres

/// A folder of the test. At the test's end it is removed with everything that belongs to it.
struct Scratch: ~Copyable {
    let folder: String
    private let base = "/tmp/davenport-test-\(UUID().uuidString.prefix(8))"

    /// - Parameter name: the last components of its path. Folders above the last one are created.
    init(_ name: String = "cluster") throws {
        folder = "\(base)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (folder as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
    }

    deinit {
        if let elsewhere = try? String(contentsOfFile: folder + "/elsewhere", encoding: .utf8) {
            try? FileManager.default.removeItem(atPath: elsewhere)
        }
        if let place = try? ClusterPaths(folder: folder), !place.socket.hasPrefix(place.folder) {
            try? FileManager.default.removeItem(atPath: (place.socket as NSString).deletingLastPathComponent)
        }
        try? FileManager.default.removeItem(atPath: base)
    }
}

func start(_ folder: String, durable: Bool = false) async throws -> LocalPostgres {
    try await LocalPostgres.start(in: folder, durable: durable)
}

extension LocalPostgres {
    /// Returns psql's output for the statement: one row a line, columns separated by `|`.
    func ask(_ sql: String) async throws -> String {
        let pipe = try Descriptor.pipe()
        let psql = Command(arguments: ["psql", uri(), "-XAtqc", sql], output: pipe.write)
        let status = try await psql.run()
        pipe.write.close()
        let answer = FileHandle(fileDescriptor: pipe.read.number, closeOnDealloc: false).readDataToEndOfFile()
        let text = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)
        try #require(status == 0, "\(text)")
        return text
    }
}

extension ClusterPaths {
    /// The id of the server's main process.
    var server: pid_t {
        get throws { try #require(PostmasterFile(data: data)).process }
    }

    /// Waits until every process of the server has ended.
    func waitUntilStopped(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let lock = try await Descriptor.lock(serverLock, within: .seconds(600))
        try #require(lock != nil, "the server is still there", sourceLocation: sourceLocation)
    }
}
