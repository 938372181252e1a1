import DavenportAPI

/// TMDB's configuration, which says where its pictures are.
struct TMDBConfiguration: ProviderAnswer {
    /// The base address of pictures. It ends with a slash.
    let host: String
    /// The names of the sizes in which TMDB has posters, such as `w500`.
    let posterSizes: [String]
    /// The names of the sizes in which TMDB has wide pictures, such as `w780`.
    let stillSizes: [String]

    /// The widths of pictures in answers, in pixels, if TMDB has them: for a tile, a card and a page.
    private static let (posterWidths, stillWidths) = ([154, 342, 500], [300, 780, 1280])

    private enum CodingKeys: String, CodingKey {
        case images
    }

    private enum ImageKeys: String, CodingKey {
        case host = "secure_base_url"
        case posterSizes = "poster_sizes"
        case stillSizes = "backdrop_sizes"
    }

    init(from decoder: any Decoder) throws {
        let images = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(keyedBy: ImageKeys.self, forKey: .images)
        host = try images.decode(String.self, forKey: .host)
        guard host.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-]{1,200}(:[0-9]{1,5})?\/[A-Za-z0-9._\-\/]{0,200}/) != nil else {
            throw images.fault(.host, "isn't an address")
        }
        posterSizes = try images.list(.posterSizes, upTo: 100)
        stillSizes = try images.list(.stillSizes, upTo: 100)
        guard (posterSizes + stillSizes).allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9]{1,20}/) != nil }) else {
            throw images.fault(.posterSizes, "contains an invalid size")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        var images = fields.nestedContainer(keyedBy: ImageKeys.self, forKey: .images)
        try images.encode(host, forKey: .host)
        try images.encode(posterSizes, forKey: .posterSizes)
        try images.encode(stillSizes, forKey: .stillSizes)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool { providerRequest == .configuration }

    /// The scheme, host and port of the base address.
    var origin: String { host.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//") }

    /// Returns the address of a poster; nil without a path. The size suits phones if TMDB has such a size; else it is
    /// the last listed one.
    func poster(_ path: String?) -> String? {
        guard let path, let size = posterSizes.first(where: { $0 == "w500" }) ?? posterSizes.last else { return nil }
        return address(size, path)
    }

    /// Returns the addresses of a show's or a movie's pictures by their paths.
    func pictures(poster: String?, still: String?) -> MediaPictures {
        MediaPictures(
            poster: pictures(poster, Self.posterWidths, posterSizes), still: pictures(still, Self.stillWidths, stillSizes))
    }

    private func pictures(_ path: String?, _ widths: [Int], _ sizes: [String]) -> [MediaPicture]? {
        guard let path else { return nil }
        let found = widths.filter { sizes.contains("w\($0)") }.map { MediaPicture(width: $0, url: address("w\($0)", path)) }
        return found.isEmpty ? nil : found
    }

    private func address(_ size: String, _ path: String) -> String { host + (host.hasSuffix("/") ? "" : "/") + size + path }
}
