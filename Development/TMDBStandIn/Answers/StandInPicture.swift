import DavenportAPI
import Foundation

/// A poster or a still from the folder `Pictures`, which `make-pictures` has made. One file is sent in every size. It is an
/// SVG file, while TMDB's pictures are JPEG files, as the ends of their names say.
struct StandInPicture {
    let answer: StandInAnswer

    /// Reads the picture at a path.
    /// - Parameters:
    ///   - path: the size and the file, such as `w342/tv95396.jpg` or `original/movie603-still.jpg`.
    ///   - library: the configuration with the sizes.
    /// - Throws: `Refusal` if there is no such picture.
    init(path: [String], _ library: Library) throws {
        guard path.count == 2, let file = path[1].wholeMatch(of: /((?:tv|movie)[0-9]+(-still)?)\.jpg/) else { throw Refusal(status: 404) }
        let sizes = library.answers.configuration["images"]?[file.2 == nil ? "poster_sizes" : "backdrop_sizes"]?.elements ?? []
        let picture = Bundle.module.bundleURL.appending(path: "Pictures/\(file.1).svg")
        guard sizes.contains(where: { $0.text == path[0] }), let bytes = try? Data(contentsOf: picture) else { throw Refusal(status: 404) }
        // Without the header a page of another origin could show the picture, and not read it.
        answer = StandInAnswer(type: "image/svg+xml", Array(bytes)).adding("access-control-allow-origin", "*")
    }
}
