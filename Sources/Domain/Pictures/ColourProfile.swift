/// A colour profile (ICC.1) reduced to the data that determines colours. Device names, serial numbers, dates and makers
/// are removed.
struct ColourProfile {
    /// The reduced profile, which is never longer than the original. Reducing it again gives the same bytes.
    let bytes: [UInt8]

    private static let headerLength = 128
    private static let mostTags = 100

    /// Reads a profile and reduces it.
    ///
    /// - Returns: nil if the bytes aren't a profile, or one that can't determine colours.
    init?(_ original: ArraySlice<UInt8>) {
        guard let header = Header(original), let found = Self.tags(original) else { return nil }
        let tags = ProfileElement.kinds.compactMap { tag, kinds in
            found[tag].flatMap { ProfileElement(plain: $0, kinds: kinds) }.map { (tag, $0.bytes) }
        }
        let names = Set(tags.map { $0.0 })
        guard names.contains("wtpt"), header.requiredTagSets.contains(where: names.isSuperset) else { return nil }
        let texts = ["desc", "cprt"].map { ($0, header.isVersion2 ? ProfileElement.oldText($0) : ProfileElement.text) }
        let plain = Self.file(header, texts + tags)
        guard plain.count <= original.count else { return nil }
        bytes = plain
    }

    /// Returns the elements of a profile by their tags. The tag table says where each element lies.
    ///
    /// - Returns: nil if an element lies outside of the profile.
    private static func tags(_ original: ArraySlice<UInt8>) -> [String: ArraySlice<UInt8>]? {
        var reader = ByteReader(original.dropFirst(headerLength))
        guard let count = reader.number(4, .bigEndian), count <= mostTags else { return nil }
        var tags: [String: ArraySlice<UInt8>] = [:]
        for _ in 0..<count {
            guard let name = reader.bytes(4), let place = reader.number(4, .bigEndian), let length = reader.number(4, .bigEndian),
                place >= headerLength + 4 + 12 * count, place + length <= original.count
            else { return nil }
            tags[String(decoding: name, as: UTF8.self)] = original.dropFirst(place).prefix(length)
        }
        return tags
    }

    /// Assembles a profile from the header, the tag table and the elements. Elements with the same bytes are stored
    /// once.
    private static func file(_ header: Header, _ tags: [(name: String, element: [UInt8])]) -> [UInt8] {
        var (table, elements): ([UInt8], [UInt8]) = ([], [])
        var places: [[UInt8]: Int] = [:]
        let start = headerLength + 4 + 12 * tags.count
        table.append(tags.count, bytes: 4, .bigEndian)
        for (name, element) in tags {
            let place = places[element] ?? start + elements.count
            table += Array(name.utf8)
            table.append(place, bytes: 4, .bigEndian)
            table.append(element.count, bytes: 4, .bigEndian)
            guard places.updateValue(place, forKey: element) == nil else { continue }
            elements += element + [UInt8](repeating: 0, count: -element.count & 3)
        }
        return header.plain(length: start + elements.count) + table + elements
    }
}

extension ColourProfile {
    /// The header: the first 128 bytes of a profile.
    private struct Header {
        private let version: ArraySlice<UInt8>
        /// The fields for the profile's class, for its colour space, and for the colour space that it converts to.
        private let kinds: ArraySlice<UInt8>
        private let colours: String
        private let intent: Int

        private static let classes: Set = ["mntr", "scnr", "prtr", "spac"]
        private static let connections: Set = ["XYZ ", "Lab "]
        /// The daylight illuminant (D50) that all profiles refer to.
        private static let illuminant: [UInt8] = [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]

        var isVersion2: Bool { version.first == 2 }

        /// The sets of tags that determine colours. A profile needs one complete set.
        var requiredTagSets: [Set<String>] {
            switch colours {
            case "RGB ": [["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"], ["A2B0"]]
            case "GRAY": [["kTRC"], ["A2B0"]]
            case "CMYK": [["A2B0"]]
            default: []
            }
        }

        init?(_ original: ArraySlice<UInt8>) {
            var reader = ByteReader(original)
            guard reader.number(4, .bigEndian) == original.count, reader.skip(4), let version = reader.bytes(2), reader.skip(2),
                let kinds = reader.bytes(12), reader.skip(12), reader.skip("acsp".utf8), reader.skip(24),
                let intent = reader.number(4, .bigEndian), (0...3).contains(intent), version.first == 2 || version.first == 4
            else { return nil }
            let names = [0, 4, 8].map { String(decoding: kinds.dropFirst($0).prefix(4), as: UTF8.self) }
            guard Self.classes.contains(names[0]), Self.connections.contains(names[2]) else { return nil }
            (self.version, self.kinds, self.intent, colours) = (version, kinds, intent, names[1])
        }

        func plain(length: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(length, bytes: 4, .bigEndian)
            bytes += [0, 0, 0, 0] + version + [0, 0] + kinds + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
            bytes += [UInt8](repeating: 0, count: 24)
            bytes.append(intent, bytes: 4, .bigEndian)
            bytes += Self.illuminant
            return bytes + [UInt8](repeating: 0, count: ColourProfile.headerLength - bytes.count)
        }
    }
}
