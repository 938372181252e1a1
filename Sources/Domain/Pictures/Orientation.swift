/// How a picture must be turned or mirrored to be shown upright. A camera records it in EXIF. Nothing else in EXIF is
/// needed to show a picture.
struct Orientation: Equatable, Sendable {
    /// The orientation as TIFF 6.0 numbers it, from 1 to 8. 1 is upright; the others are mirrored or rotated.
    let value: Int

    /// Reads the orientation from EXIF data.
    ///
    /// EXIF data is a TIFF file: the byte order, the number 42, and the position of the first directory, whose entries
    /// have 12 bytes each.
    /// - Parameter exif: the TIFF file, with or without the prefix "Exif" and two zeros.
    /// - Returns: nil if the data is invalid or has no orientation.
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

    /// Finds the orientation among the directory's entries. An entry has a tag, a type, a count, and a value padded to
    /// four bytes.
    private static func value(_ reader: inout ByteReader, entries: Int, _ order: ByteReader.Order) -> Int? {
        for _ in 0..<entries {
            guard let tag = reader.number(2, order), let type = reader.number(2, order), let count = reader.number(4, order),
                let value = reader.number(2, order), reader.skip(2)
            else { return nil }
            if tag == self.tag { return type == short && count == 1 && (1...8).contains(value) ? value : nil }
        }
        return nil
    }

    /// The bytes that come before the TIFF file in a JPEG.
    static let header = Array("Exif\0\0".utf8)
    private static let tag = 0x0112
    private static let short = 3

    /// A TIFF file that contains only the orientation.
    var exif: [UInt8] {
        var file = Array("MM".utf8)
        file.append(42, bytes: 2, .bigEndian)
        // The directory follows at once: one entry, and no further directory.
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
