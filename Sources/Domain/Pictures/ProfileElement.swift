/// What a tag of a profile of colours refers to: a kind of four letters, four zeros, and numbers, as many as the kind and the first ones
/// say.
struct ProfileElement {
    let bytes: [UInt8]

    /// The tags that colours are made of, and which kinds each may be. Of the tables of colours those kinds are missing that name no
    /// length.
    static let kinds: [(tag: String, kinds: Set<String>)] =
        ["wtpt", "rXYZ", "gXYZ", "bXYZ"].map { ($0, ["XYZ "]) }
        + ["rTRC", "gTRC", "bTRC", "kTRC"].map { ($0, ["curv", "para"]) }
        + [("chad", ["sf32"]), ("cicp", ["cicp"])]
        + ["A2B0", "A2B1", "A2B2", "B2A0", "B2A1", "B2A2", "gamt"].map { ($0, ["mft1", "mft2"]) }

    /// Cuts off what follows the numbers.
    /// - Returns: nil where it is of another kind or breaks off.
    init?(plain original: ArraySlice<UInt8>, kinds: Set<String>) {
        var reader = ByteReader(original)
        guard let name = reader.bytes(4), reader.skip([0, 0, 0, 0]) else { return nil }
        let kind = String(decoding: name, as: UTF8.self)
        guard kinds.contains(kind), let length = Self.length(of: kind, &reader), length <= original.count else { return nil }
        bytes = Array(original.prefix(length))
    }

    /// - Parameter reader: stands behind the zeros.
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

    /// How many numbers each form of a curve has.
    private static let parameters = [1, 3, 4, 5, 7]

    /// Colours in, colours out, points of the grid, nothing, and nine numbers of four bytes; then the curves before, the grid and those
    /// behind. The wide form says how long its curves are, and has two bytes for each number.
    private static func tableLength(_ reader: inout ByteReader, isWide: Bool) -> Int? {
        guard let inputs = reader.byte(), let outputs = reader.byte(), let points = reader.byte(), reader.skip([0]), reader.skip(36),
            (1...4).contains(inputs), (1...4).contains(outputs)
        else { return nil }
        let grid = (0..<inputs).reduce(Int(outputs)) { product, _ in product * Int(points) }
        guard isWide else { return 48 + 256 * Int(inputs) + grid + 256 * Int(outputs) }
        guard let before = reader.number(2, .bigEndian), let behind = reader.number(2, .bigEndian) else { return nil }
        return 52 + 2 * (before * Int(inputs) + grid + behind * Int(outputs))
    }

    /// A description and a copyright, which a profile must have, say nothing here: one space in American English.
    static let text = Array("mluc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12] + Array("enUS".utf8) + [0, 0, 0, 2, 0, 0, 0, 28, 0, 0x20]

    /// The same for version 2: no characters, in each of the ways that there are to write them.
    static func oldText(_ tag: String) -> [UInt8] {
        tag == "desc"
            ? Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 78)
            : Array("text".utf8) + [0, 0, 0, 0, 0]
    }
}
