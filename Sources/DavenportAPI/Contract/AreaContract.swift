/// The part of the API that one area of the product contributes. Each area declares its contract in its own folder, and
/// `Contracts.all` lists the contracts. The code that all areas share reads only this list and depends on no area.
public struct AreaContract: Sendable {
    /// The name of the area's folders, in lower case.
    public let name: String
    /// Whether every community has the area, and the area names nothing of another one. If so, the documentation of its
    /// fields also applies to fields of the same names in other areas.
    public let isShared: Bool
    /// The area's endpoints in chapters, in the order of the documentation.
    public let chapters: [Chapter]
    /// The problem codes that the area's endpoints declare. Codes with the same status are in the order of the
    /// documentation. The list may include codes of other areas. It omits the codes that any endpoint can answer
    /// (`Problem.Code.ofAnyRequest`).
    public let codes: [Problem.Code]
    /// The extension members that only problems of this area have in JSON.
    public let problemMembers: [ProblemMember]
    /// The kinds of notifications that the area sends, and that users can mute.
    public let kinds: [NotificationKind]
    /// The kinds of notifications that the area sends, and that users can't mute.
    public let unmutableKinds: [NotificationKind]
    /// The kinds of things that users mute individually.
    public let mutedThings: [MutedThing]
    /// The area's notes on shared endpoints, by endpoint name, as sentences for the documentation.
    public let endpointNotes: [String: String]
    /// The area's parts of the answer of `GET /changes`, in the order in which clients apply them.
    package let changes: [any AnyChangesPart]
    /// The meanings of the area's fields, for the documentation.
    package let meanings: FieldMeanings

    /// Creates an area's contract. An omitted argument means that the area has nothing of that kind.
    package init(
        _ name: String, isShared: Bool = false, chapters: [Chapter], codes: [Problem.Code] = [], problemMembers: [ProblemMember] = [],
        kinds: [NotificationKind] = [], unmutableKinds: [NotificationKind] = [], mutedThings: [MutedThing] = [],
        endpointNotes: [String: String] = [:],
        changes: [any AnyChangesPart] = [], meanings: FieldMeanings = [:]
    ) {
        self.name = name
        self.isShared = isShared
        self.chapters = chapters
        self.codes = codes
        self.problemMembers = problemMembers
        self.kinds = kinds
        self.unmutableKinds = unmutableKinds
        self.mutedThings = mutedThings
        self.endpointNotes = endpointNotes
        self.changes = changes
        self.meanings = meanings
    }
}

/// A group of related endpoints in the documentation.
public struct Chapter: Sendable {
    public let name: String
    /// A description of the chapter in one sentence.
    public let summary: String
    public let endpoints: [any EndpointDeclaration]

    /// Creates a chapter from a heading, a sentence, and the endpoints in their order.
    package init(_ name: String, _ summary: String, _ endpoints: [any EndpointDeclaration]) {
        self.name = name
        self.summary = summary
        self.endpoints = endpoints
    }
}

extension [AreaContract] {
    /// The endpoints of all areas in this list of areas, each endpoint once.
    public var endpoints: [any EndpointDeclaration] { flatMap(\.chapters).flatMap(\.endpoints) }

    /// All problem codes of the areas in this list, each once, by status. Within a status, the codes that any endpoint
    /// can answer (`Problem.Code.ofAnyRequest`) come first, then the codes of each area in turn.
    public var codes: [Problem.Code] {
        let named = (Problem.Code.ofAnyRequest + flatMap(\.codes)).reduce(into: [Problem.Code]()) { codes, code in
            if !codes.contains(code) { codes.append(code) }
        }
        return Set(named.map(\.status)).sorted().flatMap { status in named.filter { $0.status == status } }
    }

    /// All kinds of notifications of the areas in this list. First come the kinds of areas that only some communities
    /// have, then those of areas that every community has, and at the end those that users can't mute.
    public var kinds: [NotificationKind] { mutableKinds + flatMap(\.unmutableKinds) }

    /// The kinds of notifications of the areas in this list that users can mute, in the order of `kinds`.
    public var mutableKinds: [NotificationKind] {
        filter { !$0.isShared }.flatMap(\.kinds) + filter(\.isShared).flatMap(\.kinds)
    }

    /// All kinds of things that users mute individually, of the areas in this list.
    var mutedThings: [MutedThing] { flatMap(\.mutedThings) }
}
