import Foundation

/// A kind of thing that users mute individually, such as rooms. The area to which the things belong declares it. The
/// notification preferences have a field with the ids of the muted things for each such kind.
public struct MutedThing: Hashable, Sendable {
    /// The name of the field in the notification preferences that has the muted ids.
    public let field: String
    /// The plural noun for the things in the documentation, such as `rooms`.
    let noun: String
    /// The maximum number of ids that a request may contain.
    let limit: Int

    /// Declares a kind of thing that users mute individually.
    /// - Parameters:
    ///   - field: the name of the field in the notification preferences that has the muted ids.
    ///   - noun: the plural noun for the things in the documentation.
    ///   - limit: the maximum number of ids that a request may contain.
    package init(_ field: String, _ noun: String, upTo limit: Int) {
        self.field = field
        self.noun = noun
        self.limit = limit
    }
}

extension Fields {
    /// Reads one required field for each kind of thing that users mute, with the ids of the muted things.
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
    /// Encodes one field for each kind of thing that users mute, with the ids of the muted things. A field without ids
    /// is an empty list, because clients require each field.
    mutating func encode(_ things: [MutedThing: [UUID]]) throws {
        for thing in Contracts.all.mutedThings { try encode(things[thing] ?? [], forKey: FieldName(stringValue: thing.field)) }
    }
}
