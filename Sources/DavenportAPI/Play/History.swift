/// A filter and a position in the list of the caller's challenges.
public struct ChallengeQuery: PagedInput {
    /// The kind of the challenges to return; nil returns all.
    public let kind: ChallengeKind?
    /// The mode of the challenges to return; nil returns both.
    public let mode: PlayMode?
    public var after: String?
    /// The maximum number of challenges on the page: 1 to 100.
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
        "listChallenges", .get, "/challenges", .user, feature: .play,
        summary: "List your challenges, newest first, with your score and rank.",
        details: "Includes daily challenges that you didn't play. A day without any request from the community has no challenges.")
}
