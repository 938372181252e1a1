/// TMDB's configuration, which says where its pictures are.
struct TMDBConfiguration: ProviderAnswer {
    /// The base address of pictures. It ends with a slash.
    let host: String
    /// The names of the sizes in which TMDB has posters, such as `w500`.
    let posterSizes: [String]

    private enum CodingKeys: String, CodingKey {
        case images
    }

    private enum ImageKeys: String, CodingKey {
        case host = "secure_base_url"
        case posterSizes = "poster_sizes"
    }

    init(from decoder: any Decoder) throws {
        let images = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(keyedBy: ImageKeys.self, forKey: .images)
        host = try images.decode(String.self, forKey: .host)
        guard host.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-]{1,200}(:[0-9]{1,5})?\/[A-Za-z0-9._\-\/]{0,200}/) != nil else {
            throw images.fault(.host, "isn't an address")
        }
        posterSizes = try images.list(.posterSizes, upTo: 100)
        guard posterSizes.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9]{1,20}/) != nil }) else {
            throw images.fault(.posterSizes, "contains an invalid size")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        var images = fields.nestedContainer(keyedBy: ImageKeys.self, forKey: .images)
        try images.encode(host, forKey: .host)
        try images.encode(posterSizes, forKey: .posterSizes)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool { providerRequest == .configuration }

    /// The scheme, host and port of the base address.
    var origin: String { host.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//") }

    /// Returns the address of a poster; nil without a path. The size suits phones if TMDB has such a size; else it is
    /// the last listed one.
    func poster(_ path: String?) -> String? {
        guard let path, let size = posterSizes.first(where: { $0 == "w500" }) ?? posterSizes.last else { return nil }
        return host + (host.hasSuffix("/") ? "" : "/") + size + path
    }
}
