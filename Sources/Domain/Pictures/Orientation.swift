/// Which way up a picture is to be shown, as a camera that was turned says in EXIF: of that all that is needed to show it.
struct Orientation: Equatable, Sendable {
    /// 1 to 8, as TIFF 6.0 numbers them: upright, mirrored, and their turns.
    let value: Int

    /// EXIF is a TIFF file: the order of bytes, the number 42, and where the first directory lies, whose entries have 12 bytes each.
    /// - Parameter exif: with the words "Exif" and two zeros before it, or without.
    /// - Returns: nil where it doesn't say, or can't be read.
    init?(exif: ArraySlice<UInt8>) {
        let tiff = exif.starts(with: Self.header) ? exif.dropFirst(Self.header.count) : exif
        var reader = ByteReader(tiff)
        let order: ByteReader.Order
        if reader.skip("II".utf8) { order = .littleEndian } else if reader.skip("MM".utf8) { order = .bigEndian } else { return nil }
        guard reader.number(2, order) == 42, let place = reader.number(4, order) else { return nil }
        reader = ByteReader(tiff.dropFirst(place))
        guard let count = reader.number(2, order), let value = Self.value(&reader, entries: count, order) else { return nil }
        self.value = value
    }

    /// A tag, a type, a count, and the value, filled up to four bytes.
    private static func value(_ reader: inout ByteReader, entries: Int, _ order: ByteReader.Order) -> Int? {
        for _ in 0..<entries {
            guard let tag = reader.number(2, order), let type = reader.number(2, order), let count = reader.number(4, order),
                let value = reader.number(2, order), reader.skip(2)
            else { return nil }
            if tag == self.tag { return type == short && count == 1 && (1...8).contains(value) ? value : nil }
        }
        return nil
    }

    /// What comes before the TIFF file in a JPEG.
    static let header = Array("Exif\0\0".utf8)
    private static let tag = 0x0112
    private static let short = 3

    /// A TIFF file that says this and nothing else.
    var exif: [UInt8] {
        var file = Array("MM".utf8)
        file.append(42, bytes: 2, .bigEndian)
        // The directory comes right behind: one entry, and no other directory.
        file.append(8, bytes: 4, .bigEndian)
        file.append(1, bytes: 2, .bigEndian)
        file.append(Self.tag, bytes: 2, .bigEndian)
        file.append(Self.short, bytes: 2, .bigEndian)
        file.append(1, bytes: 4, .bigEndian)
        file.append(value, bytes: 2, .bigEndian)
        file.append(0, bytes: 2, .bigEndian)
        file.append(0, bytes: 4, .bigEndian)
        return file
    }
}
