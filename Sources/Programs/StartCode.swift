import Foundation

/// Returns the memory of code and constants to the system. Call it once after the start.
///
/// The start reads most of the program's file, because Swift searches all types and conformances, and most of the
/// libraries, because the linker looks up names. Serving needs only a third of this memory. If the program needs a
/// released page again, the system reads it from its file cache. An idle server then takes 24 MB. On systems without
/// `/proc`, the function does nothing.
public func releaseStartupCode() {
    // Not by `String(contentsOf:)`: it would take a short read for the end of the file, and return only a few lines.
    guard let mappings = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/smaps")).readToEnd() else { return }
    for range in rangesAsInFiles(String(decoding: mappings, as: UTF8.self)) {
        madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
}

/// Returns the ranges of a process's memory that have the content of a file and can't change: nothing has been written
/// to them, and they are write-protected.
/// - Parameter mappings: the text of `/proc/PID/smaps`. Each mapping has a line such as
///   `55d0c000-55d0f000 r-xp 00000000 08:01 1234   /bin/davenport`, followed by figures. `Anonymous` is the size of the
///   part that was written to, which therefore differs from the file.
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

/// Whether a mapping is of a file and write-protected.
/// - Parameter fields: the first line of the mapping in `/proc/PID/smaps`, split at its spaces.
private func isOfFileForReading(_ fields: [Substring]) -> Bool {
    fields.count == 6 && fields[1].hasPrefix("r-") && fields[5].drop(while: { $0 == " " }).hasPrefix("/")
}

/// Parses a range of addresses; nil if it is malformed.
/// - Parameter text: the range, such as `55d0c000-55d0f000`.
private func addresses(_ text: Substring) -> Range<UInt>? {
    let ends = text.split(separator: "-").compactMap { UInt($0, radix: 16) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
}
