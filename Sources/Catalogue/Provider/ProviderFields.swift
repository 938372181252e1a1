import DavenportAPI
import Foundation

/// An answer of the provider, of which only what the API tells is read. It is kept in the same form, and so read the same way again.
protocol ProviderAnswer: Codable, Sendable {
    /// Whether it is about what was asked for.
    func isAnswer(to providerRequest: ProviderRequest) -> Bool
}

/// How the provider's fields are read. What a thing is told apart by, and the types of everything, must be as they must be, or the whole
/// answer fails: half of a lie is none the better. What is merely told besides, and can't be so, isn't told.
extension KeyedDecodingContainer {
    /// A text that somebody will read, with its ends trimmed and without what draws nothing or turns the text around it (rule 8.11),
    /// cut to so many characters; nil where there is none.
    func text(_ key: Key, upTo limit: Int) throws -> String? {
        guard let raw = try decodeIfPresent(String.self, forKey: key) else { return nil }
        guard raw.utf8.count <= 64 * 1024 else { throw fault(key, "is far too long") }
        let whole = raw.seen.nfc.trimmed
        let isLong = whole.unicodeScalars.count > limit
        // A cut may leave half of what was joined.
        let text = isLong ? String(String.UnicodeScalarView(whole.unicodeScalars.prefix(limit))).seen.trimmed : whole
        return text.isBlank ? nil : text
    }

    /// As `text`, but it must be there.
    func requiredText(_ key: Key, upTo limit: Int) throws -> String {
        guard let text = try text(key, upTo: limit) else { throw fault(key, "is empty") }
        return text
    }

    func number(_ key: Key, _ range: ClosedRange<Int>) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard range.contains(number) else { throw fault(key, "is out of range") }
        return number
    }

    /// A number; nil where it isn't known, which the provider says by 0 too, or can't be.
    func numberIfKnown(_ key: Key, upTo limit: Int) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).flatMap { (1...limit).contains($0) ? $0 : nil }
    }

    /// A day; nil where it isn't known, which the provider says by an empty text too, or can't be.
    func day(_ key: Key) throws -> CalendarDate? {
        try decodeIfPresent(String.self, forKey: key).flatMap(CalendarDate.init)
    }

    /// The place of a picture at its host; nil where there is none, or it is no place.
    func picture(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).flatMap { $0.wholeMatch(of: /\/[A-Za-z0-9._\-]{1,100}/) == nil ? nil : $0 }
    }

    /// A list, of no more than so many; empty where there is none.
    func list<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        let list = try decodeIfPresent([Element].self, forKey: key) ?? []
        guard list.count <= limit else { throw fault(key, "is far too long") }
        return list
    }

    /// As `list`, but it must be there: half an answer tells nothing of what a thing has.
    func requiredList<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        guard try contains(key) && !decodeNil(forKey: key) else { throw fault(key, "is missing") }
        return try list(key, of: type, upTo: limit)
    }

    /// The same without those that can't be so, as somebody without a name: what each of many says of itself alone.
    func possible<Element: Decodable>(_ key: Key, of type: Element.Type = Element.self, upTo limit: Int) throws -> [Element] {
        try list(key, of: Possible<Element>.self, upTo: limit).compactMap(\.element)
    }

    func fault(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}

/// The limits of what the provider may say.
enum ProviderLimits {
    static let ids = 1...2_147_483_647
    static let seasons = 0...9999
    static let episodes = NewSubject.episodes
    /// In characters: as rooms keep them.
    static let title = 200
    static let overview = 4000
    /// In minutes: a week.
    static let runtime = 10_080
    static let listed = 10_000
    /// How many seasons a show has: far more than any has.
    static let seasonsListed = 1000
    /// How many of a cast are told.
    static let cast = 200
}

/// One of a list; nil where it says of itself what can't be, though in the right types.
private struct Possible<Element: Decodable>: Decodable {
    let element: Element?

    init(from decoder: any Decoder) throws {
        do { element = try Element(from: decoder) } catch DecodingError.dataCorrupted { element = nil }
    }
}
