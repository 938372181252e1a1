import Foundation

/// What people mute one by one: an area's own, declared in its folder, and a list of ids in a field of the preferences.
public struct MutedThing: Hashable, Sendable {
    /// The field's name.
    public let field: String
    /// What they are in a sentence, several of them: `rooms`.
    let noun: String
    /// How many ids a request may name.
    let limit: Int

    /// - Parameters:
    ///   - field: what its field of the preferences is called.
    ///   - noun: what they are in a sentence, several of them.
    ///   - limit: how many ids a request may name.
    package init(_ field: String, _ noun: String, upTo limit: Int) {
        self.field = field
        self.noun = noun
        self.limit = limit
    }
}

extension Fields {
    /// Reads the field of each thing that is muted one by one.
    mutating func requiredMutedThings() -> [MutedThing: [UUID]] {
        areas.mutedThings.reduce(into: [:]) { $0[$1] = required($1.field, .uuids(upTo: $1.limit)) }
    }
}

extension KeyedDecodingContainer<FieldName> {
    func decodeMutedThings() throws -> [MutedThing: [UUID]] {
        try Contracts.all.mutedThings.reduce(into: [:]) { $0[$1] = try decode([UUID].self, forKey: FieldName(stringValue: $1.field)) }
    }
}

extension KeyedEncodingContainer<FieldName> {
    /// Also those of which nothing is muted: whoever reads it expects each field.
    mutating func encode(_ things: [MutedThing: [UUID]]) throws {
        for thing in Contracts.all.mutedThings { try encode(things[thing] ?? [], forKey: FieldName(stringValue: thing.field)) }
    }
}
