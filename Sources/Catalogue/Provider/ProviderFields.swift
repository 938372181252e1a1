import DavenportAPI
import Foundation

/// An answer of the provider, reduced to the fields that the API uses. It is stored in the provider's form and decoded
/// by the same code again.
protocol ProviderAnswer: Codable, Sendable {
    /// Whether the answer is about the requested thing.
    func isAnswer(to providerRequest: ProviderRequest) -> Bool
}

/// Decodes the provider's fields. A wrong type or an impossible identifier fails the whole answer, because the rest
/// can't be trusted then. Any other field with an impossible value is left out.
extension KeyedDecodingContainer {
    /// Decodes a text for people to read, cut to a number of characters; nil if there is none. It is trimmed, and
    /// invisible characters and those that change the direction of text are removed (rule 8.11).
    func text(_ key: Key, upTo limit: Int) throws -> String? {
        guard let raw = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard raw.utf8.count <= 64 * 1024 else { throw fault(key, "is far too long") }
        let whole = raw.seen.nfc.trimmed
        let isLong = whole.unicodeScalars.count > limit
        // The cut may leave half of a joined sequence.
        let text = isLong ? String(String.UnicodeScalarView(whole.unicodeScalars.prefix(limit))).seen.trimmed : whole
        return text.isBlank ? nil : text
    }

    /// Decodes a text as `text` does, but fails if there is none.
    func requiredText(_ key: Key, upTo limit: Int) throws -> String {
        guard let text = try text(key, upTo: limit) else { throw fault(key, "is empty") }
        return text
    }

    func number(_ key: Key, _ range: ClosedRange<Int>) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else { throw fault(key, "is out of range") }
        return number
    }

    /// Decodes a number; nil if it is unknown (the provider sends null or 0) or out of range.
    func numberIfKnown(_ key: Key, upTo limit: Int) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).flatMap { (1...limit).contains($0) ? $0 : nil }
    }

    /// Decodes a day; nil if it is unknown (the provider sends null or an empty text) or impossible.
    func day(_ key: Key) throws -> CalendarDate? {
        try decodeIfPresent(String.self, forKey: key).flatMap(CalendarDate.init)
    }

    /// Decodes a picture's path at the picture host; nil if there is none, or it isn't a path.
    func picture(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).flatMap { $0.wholeMatch(of: /\/[A-Za-z0-9._\-]{1,100}/) == nil ? nil : $0 }
    }

    /// Decodes a list with at most this number of elements; empty if there is none.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        let list = try decodeIfPresent([Element].self, forKey: key) ?? []
        guard list.count <= limit else { throw fault(key, "is far too long") }
        return list
    }

    /// Decodes a list as `list` does, but fails if it is missing: an incomplete answer doesn't show what the thing has.
    func requiredList<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        guard try contains(key) && !decodeNil(forKey: key) else { throw fault(key, "is missing") }
        return try list(key, of: type, upTo: limit)
    }

    /// Decodes a list without the elements that have impossible values, like an actor without a name.
    func possible<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        try list(key, of: Possible<Element>.self, upTo: limit).compactMap(\.element)
    }

    func fault(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}

/// The limits of the values that are accepted from the provider.
enum ProviderLimits {
    static let ids = 1...2_147_483_647
    static let seasons = 0...9999
    static let episodes = NewSubject.episodes
    /// In characters, the same as for a room.
    static let title = 200
    static let overview = 4000
    /// In minutes: a week.
    static let runtime = 10_080
    static let listed = 10_000
    /// The most seasons of a show: far more than any show has.
    static let seasonsListed = 1000
    /// The most cast members that are returned.
    static let cast = 200
}

/// An element of a list; nil if it has an impossible value of the right type.
private struct Possible<Element: Decodable>: Decodable {
    let element: Element?

    init(from decoder: any Decoder) throws {
        do { element = try Element(from: decoder) } catch DecodingError.dataCorrupted { element = nil }
    }
}
