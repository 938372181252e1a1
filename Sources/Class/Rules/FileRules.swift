import Domain

/// How much there may be of files (rules 11.61 to 11.67); what the wire knows of it are `FileLimits`.
enum FileRules {
    /// How many files of a person nothing has named.
    static let unattached = 20
    /// In bytes: files are stored in parts of so many, but for the last. Those that are stored already have it too.
    static let chunk = 128 * 1024
    /// How many parts of files that are gone are erased at once, and of how many files at most, so that it ends in time however large they
    /// were.
    static let erased = 256
    static let erasedFiles = 100

    /// Which bytes of a file a part of it has.
    static func range(ofChunk number: Int, size: Int) -> Range<Int> {
        number * chunk..<min((number + 1) * chunk, size)
    }

    /// The numbers of the parts in which these bytes are.
    static func chunks(of range: Range<Int>) -> Range<Int> {
        range.isEmpty ? 0..<0 : range.lowerBound / chunk..<(range.upperBound - 1) / chunk + 1
    }
}

extension Allowance {
    package static let files = Allowance("files", 120, a: .hour)
}

extension Capacity {
    /// Of all files of a tenant, those too that nothing has named.
    package static let fileBytes = Capacity("fileBytes", 5 << 30, "bytes of files")
}
