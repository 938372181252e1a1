/// The colour profile of a JPEG. The file holds it in one or more segments, each with its number from 1 and the number
/// of all segments (ICC.1, annex B.4).
struct JPEGProfile {
    private var parts: [UInt8: ArraySlice<UInt8>] = [:]
    private var count: UInt8?
    /// Whether two segments have the same number, or segments disagree about how many segments there are.
    private var isDamaged = false

    private static let header = Array("ICC_PROFILE\0".utf8)
    /// The maximum number of a profile's bytes in one segment: 65,533 without the 14 bytes that identify the segment.
    private static let longest = 65_519

    /// Adds a segment, if it belongs to a profile.
    ///
    /// - Parameter content: the content of any application segment.
    mutating func take(_ content: ArraySlice<UInt8>) {
        var reader = ByteReader(content)
        guard reader.skip(Self.header), let number = reader.byte(), let count = reader.byte() else { return }
        if parts.updateValue(reader.rest, forKey: number) != nil || self.count.map({ $0 != count }) ?? false { isDamaged = true }
        self.count = count
    }

    /// The contents of the segments for the reduced profile. It is empty if there is no profile, or one that can't be
    /// reduced.
    var plain: [[UInt8]] {
        guard !isDamaged, let count, count > 0, parts.count == Int(count) else { return [] }
        let sorted = (1...count).compactMap { parts[$0] }
        guard sorted.count == Int(count), let profile = ColourProfile(Array(sorted.joined())[...]) else { return [] }
        let starts = Array(stride(from: 0, to: profile.bytes.count, by: Self.longest))
        return starts.enumerated().map { index, start in
            // The reduced profile never has more parts than the original, so the numbers fit into a byte.
            Self.header + [UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: starts.count)]
                + profile.bytes.dropFirst(start).prefix(Self.longest)
        }
    }
}
