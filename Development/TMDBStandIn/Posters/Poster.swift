import DavenportAPI

/// Draws a poster: the title's initials on a colour that is derived from the title. TMDB's posters are JPEG files. This
/// one is a PNG file, which can be made without a library. Its media type is PNG even if its name ends in `.jpg`.
struct Poster {
    private let initials: String
    private let season: Int?
    private let width: Int
    /// The background's colour as red, green and blue.
    private let ground: [UInt8]

    /// Draws the poster for a path.
    /// - Parameters:
    ///   - path: the size and the file, such as `w342/tv95396.jpg`, `w92/tv95396s1.jpg` or `original/movie603.jpg`.
    ///   - library: the shows and films with their titles.
    /// - Throws: `Refusal` if there is no such poster.
    init(path: [Substring], _ library: Library) throws {
        guard path.count == 2, let width = Self.width(path[0]), let file = path[1].wholeMatch(of: /(tv|movie)([0-9]+)(?:s([0-9]+))?\.jpg/),
            let id = Int(file.2)
        else { throw Refusal.notFound }
        let season = file.3.flatMap { Int($0) }
        let title = file.1 == "tv" ? library.show(id)?.name : library.film(id)?.title
        guard let title else { throw Refusal.notFound }
        self.width = width
        self.season = season
        initials = String(title.uppercased().split(separator: " ").prefix(3).compactMap(\.first))
        // Dark enough for white letters.
        let colour = stableHash(title)
        ground = [0, 8, 16].map { UInt8(40 + (colour >> $0) % 120) }
    }

    private static func width(_ size: Substring) -> Int? {
        if size == "original" { return 1000 }
        return Configuration.posterSizes.contains(String(size)) ? Int(size.dropFirst()) : nil
    }

    var answer: Answer {
        var picture = Bitmap(width: width, height: width * 3 / 2)
        picture.write(initials, middle: picture.height * 2 / 5, scale: width / (initials.count * Font.advance + 2))
        if let season { picture.write(String(season), middle: picture.height * 3 / 4, scale: max(1, width / 40)) }
        return Answer(type: "image/png", picture.png(ground: ground, ink: [0xff, 0xff, 0xff]))
    }
}

/// A picture with two colours.
struct Bitmap {
    let width: Int
    let height: Int
    /// The pixels, row by row, 8 in a byte; 1 is the colour of the text. Each row begins with PNG's filter byte for
    /// "none".
    private(set) var rows: [UInt8]

    private var bytesOfRow: Int { 1 + (width + 7) / 8 }

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        rows = [UInt8](repeating: 0, count: (1 + (width + 7) / 8) * height)
    }

    /// Draws a text, centred horizontally. Characters that the font doesn't have are left out.
    mutating func write(_ text: String, middle: Int, scale: Int) {
        let glyphs = text.compactMap { Font.glyphs[$0] }
        let left = (width - (glyphs.count * Font.advance - 1) * scale) / 2
        let top = middle - Font.height * scale / 2
        for (number, glyph) in glyphs.enumerated() {
            for (row, bits) in glyph.enumerated() {
                for column in 0..<Font.width where bits >> (Font.width - 1 - column) & 1 == 1 {
                    fill(left + (number * Font.advance + column) * scale, top + row * scale, scale)
                }
            }
        }
    }

    private mutating func fill(_ left: Int, _ top: Int, _ side: Int) {
        for y in max(0, top)..<max(0, min(height, top + side)) {
            for x in max(0, left)..<max(0, min(width, left + side)) { rows[y * bytesOfRow + 1 + x / 8] |= 0x80 >> UInt8(x % 8) }
        }
    }
}
