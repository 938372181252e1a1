import DavenportAPI
import Foundation
import Secrets

/// Stores bodies of HTTP requests in temporary files until they are complete.
///
/// So a slow sender holds no database connection, and an incomplete body never reaches the database.
package final class Spool: Sendable {
    /// The maximum number of request bodies that a server receives at once. Another one is refused with 503.
    static let places = 32
    /// The maximum number of request bodies of one tenant that a server receives at once, so that other tenants can
    /// send some too.
    static let tenantPlaces = 24
    /// How long a refused client should wait before it tries again, in seconds.
    static let retryAfter = 5
    /// The number of collected bytes after which these bytes are written to the file.
    static let part = 128 * 1024

    private let folder: String
    private let threads = BoundedThreads(label: "spool", threads: 2, queueLimit: 4 * places)
    private let taken = ConcurrencyLimits()
    private let copies = RequestLimiter()
    private let copying = UUID()

    /// Creates the spool.
    /// - Parameter folder: the folder in which temporary files are created.
    init(folder: String) {
        self.folder = folder
    }

    /// Receives a request body into a temporary file and then runs the work with it. The file is deleted when nothing
    /// refers to it any more.
    ///
    /// - Parameters:
    ///   - caller: the user who sends the body.
    ///   - note: gets each part of the body when it arrives.
    ///   - work: gets the complete body.
    /// - Throws: `unavailable` if too many bodies are being received or the disk is full; `bodyTooLarge` if the body is
    ///   longer than announced; `malformedRequest` if it ends early; any error of the work.
    package func take<Result>(
        _ body: ByteStream, of caller: Caller, noting note: ([UInt8]) -> Void, _ work: (ReceivedBody) async throws -> Result
    ) async throws -> Result {
        do {
            let shares = [
                ConcurrencyLimits.Share(owner: "", limit: Self.places), .init(owner: "\(caller.tenant.id)", limit: Self.tenantPlaces),
            ]
            return try await taken.hold(shares) { try await work(try await spooled(body, note)) }
        } catch is ConcurrencyLimits.Full {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        } catch let error as SpoolError where error.isFull {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }

    /// Runs work that copies a whole request body. At most `RequestLimiter.usual` copies run at once, and others wait.
    package func copy<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await copies.take(copying) { _ in try await work() }
    }

    private func spooled(_ body: ByteStream, _ note: ([UInt8]) -> Void) async throws -> ReceivedBody {
        let folder = folder
        let file = try await threads.run { try SpoolFile(in: folder) }
        let digest = RunningDigest()
        var (gathered, size) = ([UInt8](), 0)
        for try await part in body {
            note(part)
            gathered += part
            size += part.count
            guard size <= body.count else { throw Problem(.bodyTooLarge) }
            if gathered.count >= Self.part { try await write(&gathered, to: file, digest) }
        }
        try await write(&gathered, to: file, digest)
        guard size == body.count else { throw Problem(.malformedRequest, detail: "The body ended early.") }
        return ReceivedBody(size: size, sha256: digest.finish().hexadecimal, file: file, threads: threads)
    }

    private func write(_ gathered: inout [UInt8], to file: SpoolFile, _ digest: RunningDigest) async throws {
        let bytes = gathered
        gathered = []
        try await threads.run {
            digest.add(bytes)
            try file.write(bytes)
        }
    }
}

/// The body of an HTTP request, after it has been received completely.
package struct ReceivedBody: Sendable {
    /// The size of the body, in bytes.
    package let size: Int
    /// The SHA-256 of the body, in lower-case hexadecimal.
    package let sha256: String
    fileprivate let file: SpoolFile
    fileprivate let threads: BoundedThreads

    /// Reads the whole body. It blocks the thread until the disk has finished.
    ///
    /// - Throws: `SpoolError` if it can't be read.
    package func read() throws -> [UInt8] { try file.read(0..<size) }

    /// Reads a range of the body's bytes.
    ///
    /// - Throws: `SpoolError` if they can't be read.
    package func bytes(_ range: Range<Int>) async throws -> [UInt8] {
        try await threads.run { [file] in try file.read(range) }
    }
}
