/// An event of a player of videos, as Plex, Jellyfin or Emby sends it.
public struct PlayerEvent: BytesInput {
    /// The maximum size of an event in bytes. Plex sends a picture with it.
    public static let size = 1024 * 1024
    /// The media type of events in the document. The server ignores the request's `Content-Type`, because the bytes say whether
    /// they are JSON or a form.
    public static let mediaTypes = ["application/octet-stream"]

    /// The secret of a key for a player.
    public let secret: String
    /// The event: a JSON object, or the parts of a form with a part named `payload` or `data`.
    public let content: [UInt8]

    /// Creates the input without checking it; the server ignores what it can't read.
    public init(secret: String, content: [UInt8]) {
        (self.secret, self.content) = (secret, content)
    }

    public init(_ fields: inout Fields) {
        secret = fields.required("secret", .keySecret)
        content = fields.content
    }

    private enum CodingKeys: CodingKey {
        case secret
    }

    /// Encodes the secret without the event, which is the body of the HTTP request.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(secret, forKey: .secret)
    }
}

extension Endpoints {
    static let players: [any EndpointDeclaration] = [takePlayerEvent]

    public static let takePlayerEvent = Endpoint<PlayerEvent, NoContent>(
        "takePlayerEvent", .post, "/hooks/player/{secret}", .key(.player), feature: .watch,
        body: .bytes(of: PlayerEvent.mediaTypes, upTo: PlayerEvent.size), success: 204, isIdempotent: true,
        summary: "Receive an event of a key owner's player: Plex, Jellyfin or Emby.",
        details: """
            The body is JSON, or a form with JSON in its part `payload` or `data`. If the key's account has watched something to its end, the server marks each of the owner's unwatched rooms about it. \
            It creates no room. Every event is answered with 204; `lastResult` of the key says what it did.
            """)
}
