import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Gives back the memory of code and constants, the program's own and its libraries', to be called once after the start.
///
/// Starting reads most of the program's file, since Swift looks through all types and what they conform to, and most of its libraries', in
/// which the system looks for names; serving reads a third of it. What is needed again comes back from the files, which the system keeps as
/// long as it has memory to spare. So a server takes 24 MB at rest. Elsewhere than on Linux it does nothing.
public func giveBackStartCode() {
    #if os(Linux)
        // As a file that ends where a read is short, which is what `String` takes it for, it would have a few lines only.
        guard let mappings = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd() else { return }
        for range in rangesAsInFiles(String(decoding: mappings, as: UTF8.self)) {
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    #endif
}

/// Which parts of a process's memory are as they are in a file, and can't change: nobody has written there, and nobody may.
/// - Parameter mappings: as `/proc/PID/smaps` has them: a line such as `55d0c000-55d0f000 r-xp 00000000 08:01 1234   /bin/davenport` for
///   each, and then figures. `Anonymous` says how much of it isn't the file's any more, since it was written to.
func rangesAsInFiles(_ mappings: String) -> [Range<UInt>] {
    var ranges: [Range<UInt>] = []
    var range: Range<UInt>?
    for line in mappings.split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        if fields.first?.last != ":" {
            range = isOfFileForReading(fields) ? addresses(fields[0]) : nil
        } else if fields[0] == "Anonymous:", let unchanged = range, fields.dropFirst().first == "0" {
            ranges.append(unchanged)
        }
    }
    return ranges
}

/// Whether the first line of a mapping, by its fields, is that of a file and allows no writing.
private func isOfFileForReading(_ fields: [Substring]) -> Bool {
    fields.count == 6 && fields[1].hasPrefix("r-") && fields[5].drop(while: { $0 == " " }).hasPrefix("/")
}

/// - Parameter text: such as `55d0c000-55d0f000`.
private func addresses(_ text: Substring) -> Range<UInt>? {
    let ends = text.split(separator: "-").compactMap { UInt($0, radix: 16) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
}
