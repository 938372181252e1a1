import Domain

/// Limits on the storage of files (rules 11.61 to 11.67). Those that clients must know are in `FileLimits`.
enum FileRules {
    /// The maximum number of files of one user that no task or entry uses (rule 11.64).
    static let unattached = 20
    /// The size of a stored chunk, in bytes. Only the last chunk of a file is smaller. It can't be changed, because the
    /// chunks of stored files have this size.
    static let chunk = 128 * 1024
    /// The maximum number of chunks that one transaction erases, and the maximum number of deleted files from which it
    /// takes these chunks (rule 11.71). Both limits keep the transaction short.
    static let erased = 256
    static let erasedFiles = 100

    /// Returns which bytes of a file a chunk holds.
    static func range(ofChunk number: Int, size: Int) -> Range<Int> {
        number * chunk..<min((number + 1) * chunk, size)
    }

    /// Returns the numbers of the chunks that a range of a file's bytes touches.
    static func chunks(of range: Range<Int>) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / chunk..<(range.upperBound - 1) / chunk + 1
    }
}

extension Allowance {
    /// The number of files that a user may upload per hour (rule 11.61).
    package static let files = Allowance("files", 120, a: .hour)
}

extension Capacity {
    /// The capacity for all files of a tenant, in bytes (rule 11.67). Files that no task or entry uses count too.
    package static let fileBytes = Capacity("fileBytes", 5 << 30, "bytes of files")
}
