/// The profile of colours in a JPEG: in one segment or several, each with its number, from 1, and how many there are (ICC.1, annex B.4).
struct JPEGProfile {
    private var parts: [UInt8: ArraySlice<UInt8>] = [:]
    private var count: UInt8?
    /// Two parts have one number, or the parts don't agree on how many they are.
    private var isDamaged = false

    private static let header = Array("ICC_PROFILE\0".utf8)
    /// A segment has 65,533 bytes at most, of which 14 tell what it is.
    private static let longest = 65_519

    /// - Parameter content: of a segment, which may be anything's.
    mutating func take(_ content: ArraySlice<UInt8>) {
        var reader = ByteReader(content)
        guard reader.skip(Self.header), let number = reader.byte(), let count = reader.byte() else { return }
        if parts.updateValue(reader.rest, forKey: number) != nil || self.count.map({ $0 != count }) ?? false { isDamaged = true }
        self.count = count
    }

    /// What segments hold the plain profile; none where there is no profile, or none that can be made plain.
    var plain: [[UInt8]] {
        guard !isDamaged, let count, count > 0, parts.count == Int(count) else { return [] }
        let sorted = (1...count).compactMap { parts[$0] }
        guard sorted.count == Int(count), let profile = ColourProfile(Array(sorted.joined())[...]) else { return [] }
        let starts = Array(stride(from: 0, to: profile.bytes.count, by: Self.longest))
        return starts.enumerated().map { index, start in
            // There are no more parts than before.
            Self.header + [UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: starts.count)]
                + profile.bytes.dropFirst(start).prefix(Self.longest)
        }
    }
}
