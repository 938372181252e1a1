import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Gives back the memory of the program's own code, to be called once after the start.
///
/// Starting reads most of the program's file, since Swift looks through all types and what they conform to; serving reads a third of it.
/// What is needed again comes back from the file, which the system keeps as long as it has memory to spare. So a server takes 20 MB at
/// rest instead of 44, and 44 instead of 57 under load. Elsewhere than on Linux it does nothing.
public func giveBackStartCode() {
    #if os(Linux)
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
            let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return }
        for range in codeRanges(of: program, in: maps) {
            // Nobody can have written there, so nothing is lost.
            madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
        }
    #endif
}

/// Where a file's code lies in a process: what of it may be run and not written.
/// - Parameter maps: as `/proc/PID/maps` has it, such as `55d0c000-55d0f000 r-xp 00000000 08:01 1234   /usr/bin/davenport`.
func codeRanges(of file: String, in maps: String) -> [Range<UInt>] {
    maps.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }) == file else { return nil }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
