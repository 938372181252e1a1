import DavenportAPI
import Foundation

/// An answer of the provider, reduced to the fields that the API uses. It is stored as JSON in the provider's form, so
/// the same code decodes new and stored answers.
protocol ProviderAnswer: Codable, Sendable {
    /// Returns whether the answer is about what the request asked for.
    func isAnswer(to providerRequest: ProviderRequest) -> Bool
}

/// Decodes fields of the provider's answers. A wrong type or an impossible id fails the whole answer, because the rest
/// can't be trusted then. In an element of a list, it only leaves out the element (rule 8.14). Any other field with an
/// impossible value is left out.
extension KeyedDecodingContainer {
    /// Decodes a text for people to read; nil if there is none. The text is trimmed and cut to `limit` characters.
    /// Invisible characters are removed, and so are those that change the direction of text (rule 8.11).
    func text(_ key: Key, upTo limit: Int) throws -> String? {
        guard let raw = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard raw.utf8.count <= 64 * 1024 else { throw fault(key, "is far too long") }
        let whole = raw.seen.nfc.trimmed
        let isLong = whole.unicodeScalars.count > limit
        // The cut may leave half of a joined sequence.
        let text = isLong ? String(String.UnicodeScalarView(whole.unicodeScalars.prefix(limit))).seen.trimmed : whole
        return text.isBlank ? nil : text
    }

    /// Decodes a text for people to read, trimmed and cut to `limit` characters. It throws if there is none.
    func requiredText(_ key: Key, upTo limit: Int) throws -> String {
        guard let text = try text(key, upTo: limit) else { throw fault(key, "is empty") }
        return text
    }

    /// Decodes a name or a title, or the original one if it is empty or missing. It throws if there is none.
    func name(_ key: Key, orOriginal original: Key) throws -> String {
        if let name = try text(key, upTo: ProviderLimits.title) { return name }
        return try requiredText(original, upTo: ProviderLimits.title)
    }

    func number(_ key: Key, _ range: ClosedRange<Int>) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else { throw fault(key, "is out of range") }
        return number
    }

    /// Decodes a number; nil if it is out of range or unknown. For an unknown number the provider sends null or 0.
    func numberIfKnown(_ key: Key, upTo limit: Int) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).flatMap { (1...limit).contains($0) ? $0 : nil }
    }

    /// Decodes a calendar day; nil if it is impossible or unknown. For an unknown day the provider sends null or an
    /// empty text.
    func day(_ key: Key) throws -> CalendarDate? {
        try decodeIfPresent(String.self, forKey: key).flatMap(CalendarDate.init)
    }

    /// Decodes the path of a picture on the provider's picture host; nil if there is none, or the value isn't a path.
    func picture(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).flatMap { $0.wholeMatch(of: /\/[A-Za-z0-9._\-]{1,100}/) == nil ? nil : $0 }
    }

    /// Decodes a list of at most `limit` elements; empty if it is missing. Elements that can't be read are left out, such
    /// as an actor without a name.
    /// - Throws: if the list is longer, or not one of its elements can be read: such an answer is of another form.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        let list = try decodeIfPresent([Possible<Element>].self, forKey: key) ?? []
        guard list.count <= limit else { throw fault(key, "is far too long") }
        let elements = list.compactMap(\.element)
        guard elements.isEmpty == list.isEmpty else { throw fault(key, "has only faulty elements") }
        return elements
    }

    /// Decodes a list of at most `limit` elements, and throws if the list is missing. An answer without the list is
    /// incomplete, and must not look like one with an empty list.
    func requiredList<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        guard try contains(key) && !decodeNil(forKey: key) else { throw fault(key, "is missing") }
        return try list(key, of: type, upTo: limit)
    }

    /// Returns whether an answer lists more elements than could be read: true, or nil for no. In a stored answer the member
    /// `marked` says so.
    func isPartial(_ key: Key, beyond count: Int, marked: Key) throws -> Bool? {
        let isMarked = (try? decodeIfPresent(Bool.self, forKey: marked)) ?? nil
        return try isMarked == true || nestedUnkeyedContainer(forKey: key).count ?? 0 > count ? true : nil
    }

    func fault(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}

/// The limits of the values that the server accepts from the provider.
enum ProviderLimits {
    static let ids = 1...2_147_483_647
    static let seasons = 0...9999
    static let episodes = NewSubject.episodes
    /// The maximum length of a title, in characters. It is the same as in a room.
    static let title = 200
    static let overview = 4000
    /// The maximum runtime, in minutes: a week.
    static let runtime = 10_080
    static let listed = 10_000
    /// The maximum number of seasons that an answer may list. No show has nearly as many.
    static let seasonsListed = 1000
    /// The maximum number of cast members that the server returns.
    static let cast = 200
}

/// An element of a list; nil if it can't be read.
private struct Possible<Element: Decodable>: Decodable {
    let element: Element?

    init(from decoder: any Decoder) throws {
        do { element = try Element(from: decoder) } catch is DecodingError { element = nil }
    }
}
