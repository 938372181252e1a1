/// An element of a colour profile, such as a curve. Tags refer to elements. An element has a kind of four letters, then
/// four zeros, then numbers.
///
/// The kind and the first numbers determine how many numbers follow.
struct ProfileElement {
    let bytes: [UInt8]

    /// The tags that determine colours, each with the kinds of element that it may have. Colour tables of a kind that
    /// doesn't state its length are left out.
    static let kinds: [(tag: String, kinds: Set<String>)] =
        ["wtpt", "rXYZ", "gXYZ", "bXYZ"].map { ($0, ["XYZ "]) }
        + ["rTRC", "gTRC", "bTRC", "kTRC"].map { ($0, ["curv", "para"]) }
        + [("chad", ["sf32"]), ("cicp", ["cicp"])]
        + ["A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2", "gamt"].map { ($0, ["mft1", "mft2"]) }

    /// Reads an element, and drops everything after its last number.
    ///
    /// - Returns: nil if the element is of another kind or truncated.
    init?(plain original: ArraySlice<UInt8>, kinds: Set<String>) {
        var reader = ByteReader(original)
        guard let name = reader.bytes(4), reader.skip([0, 0, 0, 0]) else { return nil }
        let kind = String(decoding: name, as: UTF8.self)
        guard kinds.contains(kind), let length = Self.length(of: kind, &reader), length <= original.count else { return nil }
        bytes = Array(original.prefix(length))
    }

    /// Returns the length of an element in bytes; nil if it is invalid.
    ///
    /// - Parameter reader: a reader that is positioned after the four zeros.
    private static func length(of kind: String, _ reader: inout ByteReader) -> Int? {
        switch kind {
        case "XYZ ": 20
        case "sf32": 44
        case "cicp": 12
        case "curv": reader.number(4, .bigEndian).map { 12 + 2 * $0 }
        case "para": reader.number(2, .bigEndian).flatMap { parameters.indices.contains($0) ? 12 + 4 * parameters[$0] : nil }
        case "mft1": tableLength(&reader, isWide: false)
        case "mft2": tableLength(&reader, isWide: true)
        default: nil
        }
    }

    /// The number of parameters that each type of parametric curve has.
    private static let parameters = [1, 3, 4, 5, 7]

    /// Returns the length of a colour table in bytes; nil if it is invalid.
    ///
    /// A table begins with the numbers of input channels, output channels and grid points, a zero, and nine numbers of
    /// four bytes. The input curves, the grid and the output curves follow. The wide form also states how long its
    /// curves are, and its numbers have two bytes.
    private static func tableLength(_ reader: inout ByteReader, isWide: Bool) -> Int? {
        guard let inputs = reader.byte(), let outputs = reader.byte(), let points = reader.byte(), reader.skip([0]), reader.skip(36),
            (1...4).contains(inputs), (1...4).contains(outputs)
        else { return nil }
        let grid = (0..<inputs).reduce(Int(outputs)) { product, _ in product * Int(points) }
        guard isWide else { return 48 + 256 * Int(inputs) + grid + 256 * Int(outputs) }
        guard let before = reader.number(2, .bigEndian), let behind = reader.number(2, .bigEndian) else { return nil }
        return 52 + 2 * (before * Int(inputs) + grid + behind * Int(outputs))
    }

    /// An element for an empty description or copyright: one space in American English. A profile must have both.
    static let text = Array("mluc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12] + Array("enUS".utf8) + [0, 0, 0, 2, 0, 0, 0, 28, 0, 0x20]

    /// Returns the element for an empty description or copyright in a profile of version 2: a text without characters,
    /// in each of the element's encodings.
    static func oldText(_ tag: String) -> [UInt8] {
        tag == "desc"
            ? Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 78)
            : Array("text".utf8) + [0, 0, 0, 0, 0]
    }
}
