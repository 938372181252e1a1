/// A JPEG file (ISO 10918-1): a sequence of two-byte markers. Most markers are followed by a segment, which begins with
/// its length.
///
/// The compressed image follows the segment of a scan. A byte 0xFF in the image is followed by 0, which distinguishes
/// it from a marker.
struct JPEGFile {
    /// The marker at the beginning of the file, and the first byte of the marker after it.
    static let signature: [UInt8] = [0xFF, 0xD8]

    let size: StrippedPicture.Size
    /// The file, reduced to the data that is needed to show the picture.
    let plain: [UInt8]
    let orientation: Orientation?
    /// The segments of the colour profile; empty if there is none.
    let colours: [UInt8]

    /// Reads a file and drops all data that isn't needed to show it.
    ///
    /// - Parameter reader: a reader that is positioned after the signature.
    /// - Returns: nil if the file is damaged or truncated, or has too many parts.
    init?(_ reader: inout ByteReader) {
        var (parts, count) = (Parts(), 0)
        while !parts.isComplete {
            count += 1
            guard count <= StrippedPicture.Limit.parts, parts.take(&reader) else { return nil }
        }
        guard let size = parts.size, parts.scans > 0 else { return nil }
        self.size = size
        colours = parts.profile.plain.flatMap { Self.segment(Marker.colours, $0) }
        orientation = parts.orientation
        plain = Self.signature + parts.jfif + (parts.orientation.map(Self.exif) ?? []) + colours + parts.body + [0xFF, Marker.end]
    }

    private static func exif(_ orientation: Orientation) -> [UInt8] { segment(Marker.exif, Orientation.header + orientation.exif) }

    fileprivate static func segment(_ marker: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        var segment = [0xFF, marker]
        segment.append(content.count + 2, bytes: 2, .bigEndian)
        return segment + content
    }
}

private enum Marker {
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let colours: UInt8 = 0xE2
    static let adobe: UInt8 = 0xEE
    static let scan: UInt8 = 0xDA
    static let end: UInt8 = 0xD9
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    /// The marker that has no meaning and no segment.
    static let nothing: UInt8 = 0x01
    /// The markers of tables for Huffman coding, arithmetic coding and quantization, and of the restart interval.
    static let tables: Set<UInt8> = [0xC4, 0xCC, 0xDB, 0xDD]
    /// The markers of frame headers, one for each coding process. The excluded values among them mark tables, or are
    /// reserved.
    static let frames = Set(UInt8(0xC0)...0xCF).subtracting([0xC4, 0xC8, 0xCC])
    /// The markers of application segments and comments.
    static let additions = Set(UInt8(0xE0)...0xEF).union(UInt8(0xF0)...0xFD).union([0xFE])
    /// The marker of the number of lines, which may follow the first scan. It is dropped, because the frame header must
    /// have that number.
    static let lines: UInt8 = 0xDC
}

/// The parts of a JPEG that were read so far.
private struct Parts {
    var size: StrippedPicture.Size?
    var orientation: Orientation?
    /// The JFIF segment; empty if there is none. It comes first in the reduced file.
    var jfif: [UInt8] = []
    var profile = JPEGProfile()
    /// The tables, the frame and the scans in their order, and Adobe's segment with the colour transform.
    var body: [UInt8] = []
    var scans = 0
    var isComplete = false

    /// Reads one marker and its segment, and keeps what is needed to show the picture.
    ///
    /// - Returns: false if the file is truncated or invalid.
    mutating func take(_ reader: inout ByteReader) -> Bool {
        guard let marker = Self.marker(&reader) else { return false }
        if marker == Marker.end { isComplete = true }
        if marker == Marker.end || marker == Marker.nothing || Marker.restarts.contains(marker) { return true }
        guard let length = reader.number(2, .bigEndian), let content = reader.bytes(length - 2) else { return false }
        switch marker {
        case Marker.scan: return takeScan(content, &reader)
        case Marker.lines: return true
        case _ where Marker.frames.contains(marker): return takeFrame(marker, content)
        case _ where Marker.tables.contains(marker): body += JPEGFile.segment(marker, content)
        case _ where Marker.additions.contains(marker): takeAddition(marker, content)
        default: return false
        }
        return true
    }

    /// Reads a marker: one or more bytes 0xFF, then the marker's own byte.
    private static func marker(_ reader: inout ByteReader) -> UInt8? {
        guard reader.byte() == 0xFF else { return nil }
        var code = reader.byte()
        while code == 0xFF { code = reader.byte() }
        return code
    }

    /// Reads the frame header: bits per sample, height and width. It refuses a second frame header, which would begin
    /// another picture.
    private mutating func takeFrame(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
        var reader = ByteReader(content)
        guard size == nil, reader.skip(1), let height = reader.number(2, .bigEndian), let width = reader.number(2, .bigEndian) else {
            return false
        }
        size = .init(width: width, height: height)
        body += JPEGFile.segment(marker, content)
        return true
    }

    /// Reads a scan. It ends at the next marker that isn't a restart marker.
    private mutating func takeScan(_ content: ArraySlice<UInt8>, _ reader: inout ByteReader) -> Bool {
        scans += 1
        guard size != nil, scans <= StrippedPicture.Limit.scans, let length = Self.length(ofScan: reader.rest),
            let image = reader.bytes(length)
        else { return false }
        body += JPEGFile.segment(Marker.scan, content) + image
        return true
    }

    private static func length(ofScan bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while let place = rest.firstIndex(of: 0xFF) {
            guard let next = rest.dropFirst(place - rest.startIndex + 1).first else { return nil }
            if next != 0, !Marker.restarts.contains(next) { return place - bytes.startIndex }
            rest = rest[(place + 2)...]
        }
        return nil
    }

    /// Keeps what a decoder needs of an application segment: pixel density, colour profile, orientation, and Adobe's
    /// colour transform. Everything else is dropped, such as JFIF's thumbnail.
    private mutating func takeAddition(_ marker: UInt8, _ content: ArraySlice<UInt8>) {
        switch marker {
        case Marker.jfif where content.count >= 14 && content.starts(with: "JFIF\0".utf8) && jfif.isEmpty:
            jfif = JPEGFile.segment(marker, content.prefix(12) + [0, 0])
        case Marker.exif where orientation == nil && content.starts(with: Orientation.header): orientation = Orientation(exif: content)
        case Marker.colours: profile.take(content)
        case Marker.adobe where content.count >= 12 && content.starts(with: "Adobe".utf8):
            body += JPEGFile.segment(marker, content.prefix(12))
        default: break
        }
    }
}
