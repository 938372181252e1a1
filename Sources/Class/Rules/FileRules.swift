import Domain

/// Limits of files in the database (rules 11.61 to 11.67). `FileLimits` has those that clients know.
enum FileRules {
    /// The most files of a user that no task or entry uses.
    static let unattached = 20
    /// The size of a stored chunk in bytes; the last chunk of a file may be smaller. Stored files have it too, so it can't
    /// change.
    static let chunk = 128 * 1024
    /// The most chunks of deleted files that one transaction erases, and the most files that they belong to. They keep the
    /// transaction short.
    static let erased = 256
    static let erasedFiles = 100

    /// Returns the range of a file's bytes that a chunk holds.
    static func range(ofChunk number: Int, size: Int) -> Range<Int> {
        number * chunk..<min((number + 1) * chunk, size)
    }

    /// Returns the numbers of the chunks that hold a range of bytes.
    static func chunks(of range: Range<Int>) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / chunk..<(range.upperBound - 1) / chunk + 1
    }
}

extension Allowance {
    /// The number of files that a user may upload per hour.
    package static let files = Allowance("files", 120, a: .hour)
}

extension Capacity {
    /// The capacity for all files of a tenant, in bytes, including those that nothing names.
    package static let fileBytes = Capacity("fileBytes", 5 << 30, "bytes of files")
}
