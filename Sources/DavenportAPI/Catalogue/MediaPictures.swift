/// A picture of a show or a movie in one of its widths, on the provider's host.
public struct MediaPicture: Codable, Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    public let url: String

    public init(width: Int, url: String) {
        self.width = width
        self.url = url
    }
}

/// The pictures of a show or a movie, each in its widths, the narrowest first. None is of an episode, so none spoils one.
public struct MediaPictures: Sendable, Equatable {
    /// The poster in up to three widths; nil if there is none.
    public let poster: [MediaPicture]?
    /// A wide picture of the show or the movie in up to three widths; nil if there is none.
    public let still: [MediaPicture]?

    public init(poster: [MediaPicture]?, still: [MediaPicture]?) {
        self.poster = poster
        self.still = still
    }
}
