/// Limits on the storage of files (rules 11.61 to 11.71 and 28.1). Those that clients must know are in `FileLimits`.
package enum FileRules {
    /// The maximum number of files of one user and one kind that nothing uses (rules 11.64 and 28.7).
    static let unattached = 20
    /// The size of a stored chunk, in bytes. Only the last chunk of a file is smaller. It can't be changed, because the
    /// chunks of stored files have this size.
    static let chunk = 128 * 1024
    /// The number of the chunk that holds a picture in its size for lists. It goes wherever the picture's chunks go.
    static let thumbnail = -1
    /// The maximum number of chunks that one transaction erases, and the maximum number of deleted files from which it
    /// takes these chunks (rule 11.71). Both limits keep the transaction short.
    package static let erased = 256
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
