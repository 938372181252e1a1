import Foundation
import Testing

@testable import LocalPostgres

/// A folder of a test's own, removed at its end with everything that belongs to it.
struct Scratch: ~Copyable {
    let folder: String
    private let base = "/tmp/davenport-test-\(UUID().uuidString.prefix(8))"

    /// - Parameter name: The last part of its path, or parts: all above the last are made.
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
        if let place = try? Place(folder: folder), !place.socket.hasPrefix(place.folder) {
            try? FileManager.default.removeItem(atPath: (place.socket as NSString).deletingLastPathComponent)
        }
        try? FileManager.default.removeItem(atPath: base)
    }
}

func start(_ folder: String, durable: Bool = false) async throws -> LocalPostgres {
    try await LocalPostgres.start(in: folder, durable: durable)
}

extension LocalPostgres {
    /// What psql prints for the statement: rows by line, columns by `|`.
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

extension Place {
    /// The number of the server's first process.
    var server: pid_t {
        get throws { try #require(PostmasterFile(data: data)).process }
    }

    /// Waits until no process of the server is left.
    func waitUntilStopped(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let lock = try await Descriptor.lock(serverLock, within: .seconds(600))
        try #require(lock != nil, "the server is still there", sourceLocation: sourceLocation)
    }
}
