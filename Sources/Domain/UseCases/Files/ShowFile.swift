import DavenportAPI
import Foundation
import Pictures

extension UseCases {
    /// Downloads a file that the caller may see. Each chunk is read from the database only when the client is ready for it.
    public func showFile(_ caller: Caller, _ input: FileReference) async throws -> Download {
        let stored = try await database.transaction(for: caller, .singleRoundTrip) {
            try await FileRepository($0).file(input.fileID, for: caller.userID)
        }
        guard let stored else { throw Problem(.notFound) }
        _ = try fileUse(of: stored.kind, in: caller.tenant)
        let (file, name) = (stored.file, stored.downloadName)
        // Each part is read at its own moment, which may be minutes after the request's.
        var reader = caller
        reader.request = RequestContext()
        return Download(type: file.type, name: name, sha256: file.sha256, size: file.size) { [database, downloads, reader] range in
            ByteStream(count: range.count) {
                var numbers = FileRules.chunks(of: range)
                return {
                    guard let number = numbers.popFirst() else { return nil }
                    return try await downloads.take(reader.userID) { _ in
                        try await Self.bytes(number, of: stored, within: range, database, reader)
                    }
                }
            }
        }
    }

    /// Downloads a picture that the caller may see, in its size for lists.
    public func showThumbnail(_ caller: Caller, _ input: FileReference) async throws -> Media {
        let (stored, bytes) = try await database.transaction(for: caller) { transaction in
            let files = FileRepository(transaction)
            guard let stored = try await files.file(input.fileID, for: caller.userID) else { throw Problem(.notFound) }
            return (stored, try await files.chunk(FileRules.thumbnail, of: stored, for: caller))
        }
        _ = try fileUse(of: stored.kind, in: caller.tenant)
        guard let bytes else { throw Problem(.notFound) }
        return Media(type: PictureFormat.webP.mediaType, bytes: bytes)
    }

    /// Returns the bytes of one chunk that lie within the requested range.
    /// - Throws: `notFound` if the file was deleted or the caller lost access during the download, which then ends
    ///   early.
    private static func bytes(
        _ number: Int, of stored: FileRepository.Stored, within range: Range<Int>, _ database: Database, _ caller: Caller
    ) async throws -> [UInt8] {
        let chunk = try await database.transaction(for: caller, .singleRoundTrip) {
            try await FileRepository($0).chunk(number, of: stored, for: caller)
        }
        let there = FileRules.range(ofChunk: number, size: stored.file.size)
        guard let chunk, chunk.count == there.count else { throw Problem(.notFound) }
        let wanted = there.clamped(to: range)
        return wanted == there ? chunk : Array(chunk[wanted.lowerBound - there.lowerBound..<wanted.upperBound - there.lowerBound])
    }
}

extension FileRepository.Stored {
    /// The name under which the file is saved. The name of a picture, which may say more than its sender meant, stays with the sender.
    fileprivate var downloadName: String {
        guard kind == .picture else { return file.name }
        return "picture." + (file.type.split(separator: "/").last.map(String.init) ?? "bin")
    }
}
