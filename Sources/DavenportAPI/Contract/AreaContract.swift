/// What an area of the product brings to the wire. The shared part gathers it and names nothing of it. Each area's value stands in its
/// folder, and `Contracts.all` lists them.
public struct AreaContract: Sendable {
    /// As the area's folders are called, in lower case.
    public let name: String
    /// Whether every community has it, so that the other areas use its words too.
    public let isShared: Bool
    /// Its endpoints, as the documentation tells them.
    public let chapters: [Chapter]
    /// The codes that its endpoints name, in the order in which the documentation has those of one status. A code of another area may be
    /// among them. What any request can be answered with is known without (`Problem.Code.ofAnyRequest`).
    public let codes: [Problem.Code]
    /// What its problems tell besides what every problem tells.
    public let problemMembers: [ProblemMember]
    /// The kinds of notifications that it sends.
    public let kinds: [NotificationKind]
    /// What of it people mute one by one.
    public let mutedThings: [MutedThing]
    /// What endpoints of what all share mean for it, by their names: sentences for people who read the documentation.
    public let remarks: [String: String]
    /// What the names of its fields mean, for people who read the documentation.
    package let words: Words

    /// Whatever is left out the area has nothing of.
    package init(
        _ name: String, isShared: Bool = false, chapters: [Chapter], codes: [Problem.Code] = [], problemMembers: [ProblemMember] = [],
        kinds: [NotificationKind] = [], mutedThings: [MutedThing] = [], remarks: [String: String] = [:], words: Words = [:]
    ) {
        self.name = name
        self.isShared = isShared
        self.chapters = chapters
        self.codes = codes
        self.problemMembers = problemMembers
        self.kinds = kinds
        self.mutedThings = mutedThings
        self.remarks = remarks
        self.words = words
    }
}

/// Endpoints that belong together, for people who read the documentation.
public struct Chapter: Sendable {
    public let name: String
    /// One sentence.
    public let summary: String
    public let endpoints: [any EndpointDeclaration]

    /// A chapter by its heading, with a sentence for below it, and its endpoints in their order.
    package init(_ name: String, _ summary: String, _ endpoints: [any EndpointDeclaration]) {
        self.name = name
        self.summary = summary
        self.endpoints = endpoints
    }
}

extension [AreaContract] {
    /// The endpoints of all these areas, each once.
    public var endpoints: [any EndpointDeclaration] { flatMap(\.chapters).flatMap(\.endpoints) }

    /// Every code that a request can be answered with, once, by status. Of one status those of any request come first, then area by area.
    public var codes: [Problem.Code] {
        let named = (Problem.Code.ofAnyRequest + flatMap(\.codes)).reduce(into: [Problem.Code]()) { codes, code in
            if !codes.contains(code) { codes.append(code) }
        }
        return Set(named.map(\.status)).sorted().flatMap { status in named.filter { $0.status == status } }
    }

    /// Every kind of notification: what the areas send that not every community has, then what all share.
    public var kinds: [NotificationKind] {
        filter { !$0.isShared }.flatMap(\.kinds) + filter(\.isShared).flatMap(\.kinds)
    }

    /// Everything that people mute one by one.
    var mutedThings: [MutedThing] { flatMap(\.mutedThings) }
}
