/// A colour profile (ICC.1) as scanners and screens embed it, with names and serial numbers, and its cleaned form.
struct ProfileWithMetadata {
    let bytes: [UInt8]
    let plain: [UInt8]

    /// - Parameter secret: the text at every place that permits one.
    init(_ secret: [UInt8]) {
        let text = Array("text".utf8) + [0, 0, 0, 0] + secret
        let point = Array("XYZ ".utf8) + [UInt8](repeating: 0, count: 4) + (1...12)
        let curve = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 0x33]
        let colours = ["wtpt", "rXYZ", "gXYZ", "bXYZ"].map { ($0, point) } + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        let more = [("desc", text + [UInt8](repeating: 0x41, count: 100)), ("dmnd", text), ("Srnm", text), ("cprt", text), ("kTRC", text)]
        bytes = Self.file(colours.map { ($0.0, $0.1 + secret) } + more, word: [0x47, 0x50, 0x53, 0x21])
        let description = Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 79)
        plain = Self.file(
            [("desc", description), ("cprt", Array("text".utf8) + [0, 0, 0, 0, 0])] + colours, word: [0, 0, 0, 0])
    }

    /// - Parameter word: the text at every free place of the header.
    private static func file(_ tags: [(String, [UInt8])], word: [UInt8]) -> [UInt8] {
        var (table, elements): ([UInt8], [UInt8]) = (number(tags.count), [])
        var places: [[UInt8]: Int] = [:]
        for (name, element) in tags {
            if places[element] == nil {
                places[element] = 132 + 12 * tags.count + elements.count
                elements += element + [UInt8](repeating: 0, count: (4 - element.count % 4) % 4)
            }
            table += Array(name.utf8) + number(places[element] ?? 0) + number(element.count)
        }
        let light: [UInt8] = [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
        let kinds = Array("mntrRGB XYZ ".utf8)
        var header = number(128 + table.count + elements.count) + word + [2, 0x40] + word.prefix(2) + kinds
        header += word + word + word + Array("acsp".utf8)
        header += word + word + word + word + word + word + number(1) + light
        header += [[UInt8]](repeating: word, count: 12).joined()
        return header + table + elements
    }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}
