/// Which of the caller's challenges to list, and from where.
public struct ChallengeQuery: PagedInput {
    /// Only those of this kind; nil for all.
    public let kind: ChallengeKind?
    /// Only those of this mode; nil for both.
    public let mode: PlayMode?
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    public init(kind: ChallengeKind? = nil, mode: PlayMode? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.kind, self.mode, self.after, self.limit) = (kind, mode, after, limit)
    }

    public init(_ fields: inout Fields) {
        kind = fields.optional("kind", .oneOf(ChallengeKind.self, placeholder: .daily))
        mode = fields.optional("mode", .oneOf(PlayMode.self, placeholder: .timed))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

extension Endpoints {
    static let challengeHistory: [any EndpointDeclaration] = [listChallenges]

    public static let listChallenges = Endpoint<ChallengeQuery, Page<Challenge>>(
        "listChallenges", .get, "/challenges", .user, feature: .play, summary: "My challenges, newest first, with my score and rank.",
        details: "The daily ones are everybody's, played or not. A day of which nobody ever asked has none.")
}
