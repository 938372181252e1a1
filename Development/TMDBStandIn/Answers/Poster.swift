import DavenportAPI

/// A poster: the title's initials on a colour. TMDB's posters are JPEG files. This one is an SVG file, even if its name ends in `.jpg`.
struct Poster {
    private let initials: String
    private let width: Int
    /// The background's colour in CSS, dark enough for white letters.
    private let ground: String

    /// Draws the poster for a path.
    /// - Parameters:
    ///   - path: the size and the file, such as `w342/tv95396.jpg` or `original/movie603.jpg`.
    ///   - library: the shows and films with their titles.
    /// - Throws: `Refusal` if there is no such poster.
    init(path: [String], _ library: Library) throws {
        let sizes = library.answers.configuration["images"]?["poster_sizes"]?.elements.compactMap(\.text) ?? []
        guard path.count == 2, sizes.contains(path[0]), let file = path[1].wholeMatch(of: /(tv|movie)([0-9]+)\.jpg/), let id = Int(file.2),
            let title = file.1 == "tv" ? library.show(id)?.name : library.film(id)?.title
        else { throw Refusal(status: 404) }
        width = Int(path[0].dropFirst()) ?? 1000
        initials = String(title.uppercased().split(separator: " ").prefix(3).compactMap(\.first).filter { $0.isLetter || $0.isNumber })
        ground = "hsl(\(id * 47 % 360) 45% 30%)"
    }

    var answer: StandInAnswer {
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(width * 3 / 2)" viewBox="0 0 2 3" fill="#fff" \
            font-family="sans-serif" text-anchor="middle"><rect width="2" height="3" fill="\(ground)"/>\
            <text x="1" y="1.5" font-size=".8">\(initials)</text></svg>
            """
        return StandInAnswer(type: "image/svg+xml", Array(picture.utf8))
    }
}
