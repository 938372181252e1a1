import Foundation

/// The folder of an image store: a file for each picture, named by its address.
///
/// A file's modification date is the time of its last use. Files are replaced as a whole, so another process or a
/// crash never leaves half of one under its name; a damaged file counts as missing.
struct ImageFolder: Sendable {
    let url: URL
    /// The most bytes of all files.
    let limit: Int
    /// Runs the work that waits for the disk, in the order of the calls.
    private let queue = DispatchQueue(label: "davenport.images", qos: .userInitiated)

    init(url: URL, limit: Int) {
        (self.url, self.limit) = (url, limit)
    }

    /// Reads a picture, and marks it as used now.
    /// - Returns: nil if it isn't stored.
    func read(_ address: String, now: Date) async -> StoredImage? {
        try? await run {
            let file = file(of: address)
            guard let data = try? Data(contentsOf: file), let image = StoredImage(file: data, address: address) else { return nil }
            try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: file.path)
            return image
        }
    }

    /// Stores a picture, and deletes the least recently used ones beyond the limit.
    func write(_ image: StoredImage, now: Date) async throws {
        try await run {
            let (data, file) = (try image.file(), file(of: image.address))
            guard image.isStorable, data.count <= limit else { return try delete(file) }
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
            try FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: file.path)
            try trim()
        }
    }

    /// Deletes a picture, if it is stored.
    func remove(_ address: String) async throws {
        try await run { try delete(file(of: address)) }
    }

    /// Deletes all pictures.
    func removeAll() async throws {
        try await run { try delete(url) }
    }

    private func file(of address: String) -> URL { url.appending(path: StoredImage.name(of: address)) }

    private func delete(_ file: URL) throws {
        do { try FileManager.default.removeItem(at: file) } catch CocoaError.fileNoSuchFile {
            // Another process was faster.
        }
    }

    /// Deletes the least recently used files beyond the limit, and among them what a killed process left.
    private func trim() throws {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        var files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: Array(keys)).map { file in
            let values = try? file.resourceValues(forKeys: keys)
            return (url: file, size: values?.fileSize ?? 0, usedAt: values?.contentModificationDate ?? .distantPast)
        }
        var size = files.reduce(0) { $0 + $1.size }
        files.sort { $0.usedAt < $1.usedAt }
        for file in files where size > limit {
            try delete(file.url)
            size -= file.size
        }
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
