import DavenportAPI

/// A poster: the title's initials on a colour that is derived from the title. TMDB's posters are JPEG files. This one is
/// an SVG file, even if its name ends in `.jpg`.
struct Poster {
    private let initials: String
    private let season: Int?
    private let width: Int
    /// The background's colour in CSS, dark enough for white letters.
    private let ground: String

    /// Draws the poster for a path.
    /// - Parameters:
    ///   - path: the size and the file, such as `w342/tv95396.jpg`, `w92/tv95396s1.jpg` or `original/movie603.jpg`.
    ///   - library: the shows and films with their titles.
    /// - Throws: `StandInRefusal` if there is no such poster.
    init(path: [Substring], _ library: Library) throws {
        guard path.count == 2, let width = Self.width(path[0]), let file = path[1].wholeMatch(of: /(tv|movie)([0-9]+)(?:s([0-9]+))?\.jpg/),
            let id = Int(file.2)
        else { throw StandInRefusal.notFound }
        let title = file.1 == "tv" ? library.show(id)?.name : library.film(id)?.title
        guard let title else { throw StandInRefusal.notFound }
        self.width = width
        season = file.3.flatMap { Int($0) }
        initials = String(title.uppercased().split(separator: " ").prefix(3).compactMap(\.first).filter { $0.isLetter || $0.isNumber })
        ground = "hsl(\(stableHash(title) % 360) 45% 30%)"
    }

    private static func width(_ size: Substring) -> Int? {
        if size == "original" { return 1000 }
        return ConfigurationAnswer.posterSizes.contains(String(size)) ? Int(size.dropFirst()) : nil
    }

    var answer: StandInAnswer {
        let season = season.map { #"<text x="1" y="2.4" font-size=".4">\#($0)</text>"# } ?? ""
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(width * 3 / 2)" viewBox="0 0 2 3" fill="#fff" \
            font-family="sans-serif" text-anchor="middle"><rect width="2" height="3" fill="\(ground)"/>\
            <text x="1" y="1.5" font-size=".8">\(initials)</text>\(season)</svg>
            """
        return StandInAnswer(type: "image/svg+xml", Array(picture.utf8))
    }
}
