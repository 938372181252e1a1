import Foundation

/// A kind of thing that users mute individually, such as rooms. Its area declares it, and the notification preferences
/// list the muted ids in a field.
public struct MutedThing: Hashable, Sendable {
    /// The name of the field.
    public let field: String
    /// The plural noun for the things in a sentence, such as `rooms`.
    let noun: String
    /// The maximum number of ids in a request.
    let limit: Int

    /// - Parameters:
    ///   - field: the name of the field in the notification preferences.
    ///   - noun: the plural noun for the things in a sentence.
    ///   - limit: the maximum number of ids in a request.
    package init(_ field: String, _ noun: String, upTo limit: Int) {
        self.field = field
        self.noun = noun
        self.limit = limit
    }
}

extension Fields {
    /// Reads the list of ids of each kind of thing.
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
    /// Encodes a list for each kind of thing, even an empty one, because clients require each field.
    mutating func encode(_ things: [MutedThing: [UUID]]) throws {
        for thing in Contracts.all.mutedThings { try encode(things[thing] ?? [], forKey: FieldName(stringValue: thing.field)) }
    }
}
