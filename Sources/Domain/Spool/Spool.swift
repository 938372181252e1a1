import DavenportAPI
import Foundation
import Secrets

/// Where bodies wait that go through as they come, until all of them is there: so that a slow sender holds no connection to the database,
/// and nothing half comes into it.
package final class Spool: Sendable {
    /// How many bodies a server takes in at once; what comes beyond is refused for the moment.
    static let places = 32
    /// How many of them one tenant has at most, so that others are let in.
    static let tenantPlaces = 24
    /// How soon it is worth trying again, in seconds.
    static let retryAfter = 5
    /// In bytes: so much is written at once.
    static let part = 128 * 1024

    private let folder: String
    private let threads = BoundedThreads(label: "spool", threads: 2, queueLimit: 4 * places)
    private let taken = Places()
    private let copies = RequestLimiter()
    private let copying = UUID()

    /// - Parameter folder: where temporary files are.
    init(folder: String) {
        self.folder = folder
    }

    /// Takes in a body, and lends what came while the work lasts.
    /// - Parameters:
    ///   - caller: who sends it.
    ///   - note: sees each part as it comes.
    ///   - work: what is done with all of it.
    /// - Throws: `unavailable` where there is no place or no room, `malformedRequest` where the body ends early; else what the work throws.
    package func take<Result>(
        _ body: ByteStream, of caller: Caller, noting note: ([UInt8]) -> Void, _ work: (Spooled) async throws -> Result
    ) async throws -> Result {
        do {
            let shares = [
                Places.Share(owner: "", limit: Self.places), .init(owner: "\(caller.tenant.id)", limit: Self.tenantPlaces),
            ]
            return try await taken.hold(shares) { try await work(try await spooled(body, note)) }
        } catch is Places.Full {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        } catch let error as SpoolError where error.isFull {
            throw Problem.unavailable(retryAfter: Self.retryAfter)
        }
    }

    /// Does what moves all of a body, for a few at once: what comes beyond waits.
    package func copy<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await copies.take(copying) { _ in try await work() }
    }

    private func spooled(_ body: ByteStream, _ note: ([UInt8]) -> Void) async throws -> Spooled {
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
        return Spooled(size: size, sha256: digest.finish().hexadecimal, file: file, threads: threads)
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

/// A body that has come in as a whole.
package struct Spooled: Sendable {
    /// In bytes.
    package let size: Int
    /// In lower-case hexadecimal.
    package let sha256: String
    fileprivate let file: SpoolFile
    fileprivate let threads: BoundedThreads

    /// Some of its bytes.
    package func bytes(_ range: Range<Int>) async throws -> [UInt8] {
        try await threads.run { [file] in try file.read(range) }
    }
}
