import Foundation

/// A mention of a member or of somebody in the cast, in the text of a comment.
public struct Mention: Codable, Sendable, Equatable {
    /// The exact part of the text, such as `@Ada`, so that clients find what to highlight.
    public let text: String
    /// The mentioned member; nil for a mention of the cast.
    public let userID: UUID?
    /// The catalogue's id of the mentioned actor, or of the one who plays the mentioned character; nil for a member.
    public let castID: Int?

    public init(text: String, userID: UUID) {
        (self.text, self.userID, castID) = (text, userID, nil)
    }

    public init(text: String, castID: Int) {
        (self.text, userID, self.castID) = (text, nil, castID)
    }
}

/// Finds mentions in texts (rule 17.13).
public struct MentionFinder: Sendable {
    /// The number of mentions that a comment can have. Further ones are plain text.
    public static let most = 20

    private struct Name {
        let key: String
        let mention: @Sendable (String) -> Mention
    }

    /// Names with a common beginning follow each other. Of equal ones those of members come first, then characters', then
    /// actors'.
    private let names: [Name]

    /// Creates a finder.
    /// - Parameters:
    ///   - members: the members' usernames, by id.
    ///   - cast: the episode's cast, as the catalogue has it.
    public init(members: [UUID: String], cast: [CastMember] = []) {
        let people = members.map { id, name in Name(key: name.mentionKey) { Mention(text: $0, userID: id) } }
        let known = cast.compactMap { member in member.id.map { (member, $0) } }
        let roles = known.map { member, id in Name(key: member.character.mentionKey) { Mention(text: $0, castID: id) } }
        let actors = known.map { member, id in Name(key: member.name.mentionKey) { Mention(text: $0, castID: id) } }
        // The sort is stable.
        names = (people + roles + actors).filter { !$0.key.isEmpty }.sorted { $0.key.isBefore($1.key) }
    }

    /// Whether a text may have mentions, because it has a sign that begins one.
    package static func mayMention(_ content: String) -> Bool { content.contains { $0.beginsMention } }

    /// Returns the mentions in the order of the text, at most 20. It takes time in proportion to the text.
    ///
    /// A mention is `@`, also a full-width one, and a name, compared without regard to case. No letter, digit, `_`, `.` or
    /// `-` precedes it, and none of them follows, except full stops at the end of a word. Letters of scripts without spaces
    /// may precede and follow. The longest name counts. A web address has no mentions.
    public func mentions(in content: String) -> [Mention] {
        let text = Array(content)
        var keys: [Character: String] = [:]
        var (found, place, isQuery): ([Mention], Int, Bool) = ([], 0, false)
        while place < text.count, found.count < Self.most {
            let sign = text[place]
            isQuery = !sign.isWhitespace && (isQuery || sign == "?")
            if let end = text.endOfAddress(at: place) {
                place = end
            } else if sign.beginsMention, begins(text, place, isQuery), let match = match(text, after: place, &keys) {
                found.append(match.name.mention(String(text[place..<match.end])))
                place = match.end
            } else {
                place += 1
            }
        }
        return found
    }

    /// Whether a mention may begin here. Neither what an e-mail address has before its `@` precedes it, nor `?u=`.
    private func begins(_ text: [Character], _ place: Int, _ isQuery: Bool) -> Bool {
        guard place > 0 else { return true }
        let before = text[place - 1]
        if isQuery, before == "=" { return false }
        return !before.continuesName || before.isWrittenWithoutSpaces
    }

    /// Returns the longest name behind an `@`, and where it ends.
    private func match(_ text: [Character], after place: Int, _ keys: inout [Character: String]) -> (name: Name, end: Int)? {
        var (key, end, first, best) = ("", place + 1, 0, (name: Name, end: Int)?.none)
        while end < text.count {
            let letter = keys[text[end]] ?? String(text[end]).mentionKey
            keys[text[end]] = letter
            key += letter
            end += 1
            first = firstName(notBefore: key, from: first)
            guard first < names.count, names[first].key.begins(with: key) else { break }
            if names[first].key == key, isEnd(text, end) { best = (names[first], end) }
        }
        return best
    }

    /// Returns the place of the first name that isn't before a beginning of names.
    private func firstName(notBefore key: String, from first: Int) -> Int {
        var (low, high) = (first, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].key.isBefore(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a name may end here: behind it are no characters of names, except full stops that end a sentence and letters
    /// that are written without a space, such as さん.
    private func isEnd(_ text: [Character], _ end: Int) -> Bool {
        guard let next = text[end...].first(where: { $0 != "." }) else { return true }
        return !next.continuesName || next.isWrittenWithoutSpaces || next.isHangul
    }
}

extension Character {
    /// Whether a username may contain the character.
    fileprivate var continuesName: Bool { isLetter || isNumber || self == "_" || self == "." || self == "-" }

    /// Whether it is an `@`, as any keyboard writes it.
    fileprivate var beginsMention: Bool { self == "@" || self == "\u{FF20}" }

    fileprivate var isWrittenWithoutSpaces: Bool { unicodeScalars.first?.isWrittenWithoutSpaces ?? false }
    /// Whether it is Korean, where particles follow a name.
    fileprivate var isHangul: Bool { unicodeScalars.first?.isHangul ?? false }
    fileprivate var endsAddress: Bool { isWhitespace || "<>\"'`\u{2068}\u{2069}".contains(self) }
}

extension [Character] {
    /// Returns where the web address ends that begins here; nil if none does. It ends where the web client ends a link.
    fileprivate func endOfAddress(at place: Int) -> Int? {
        guard "hHwW".contains(self[place]), place == 0 || !(self[place - 1].isASCII && self[place - 1].continuesName) else { return nil }
        let head = String(self[place...].prefix(8)).lowercased()
        guard ["http://", "https://", "www."].contains(where: head.hasPrefix) else { return nil }
        return self[place...].firstIndex { $0.endsAddress } ?? endIndex
    }
}

extension String {
    /// The form in which names are compared. A sigma has one form, so that the form of a beginning is the beginning of the
    /// form.
    fileprivate var mentionKey: String {
        let key = nfc.folded
        return key.utf8.allSatisfy { $0 < 0x80 } ? key : key.replacing("ς", with: "σ")
    }

    fileprivate func isBefore(_ other: String) -> Bool { unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars) }
    fileprivate func begins(with beginning: String) -> Bool { unicodeScalars.starts(with: beginning.unicodeScalars) }
}

/// A member, character or actor that a comment in a room can mention.
public struct Mentionable: Codable, Sendable, Equatable {
    /// The kinds of names that can be mentioned.
    public struct Kind: OpenEnumeration {
        public static let member = Self(keeping: "member")
        public static let character = Self(keeping: "character")
        public static let actor = Self(keeping: "actor")

        public static let allCases = [member, character, actor]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public let kind: Kind
    /// What to write, such as `@Mark Scout`.
    public let text: String
    /// The member's id; nil for the cast.
    public let userID: UUID?
    /// The catalogue's id of the actor; nil for members.
    public let castID: Int?
    /// The actor of a character, or the character of an actor; nil for members.
    public let detail: String?

    public init(kind: Kind, text: String, userID: UUID? = nil, castID: Int? = nil, detail: String? = nil) {
        self.kind = kind
        self.text = text
        self.userID = userID
        self.castID = castID
        self.detail = detail
    }
}

/// A room, and the beginning of a word of the names to suggest.
public struct MentionableQuery: Input {
    /// The number of suggestions of an answer.
    package static let most = 20

    public let roomID: UUID
    /// The beginning of a word of a name, 0 to 40 characters; empty for all names.
    public let prefix: String

    /// Creates the input without checking it; the server enforces the limits.
    public init(roomID: UUID, prefix: String = "") {
        self.roomID = roomID
        self.prefix = prefix
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        prefix = fields.optional("prefix", .namePrefix, default: "")
    }
}

extension FieldType<String> {
    /// The beginning of a word of a name, which may be empty.
    static var namePrefix: Self {
        let pattern = TextPattern.portable(#"^[^\u0000-\u001F\u007F-\u009F]{0,40}$"#)
        return string.map("", schema: { ["type": "string", "pattern": .string(pattern)] }) { text throws(FieldReason) in
            guard text.unicodeScalars.count <= 40 else { throw FieldReason(.tooLong, "must have at most 40 characters") }
            try text.refuseControlCharacters(except: [])
            return text.trimmed
        }
    }
}

extension [Mentionable] {
    /// Suggests what a comment can mention: members first, then characters, then actors; at most 20.
    /// - Parameters:
    ///   - prefix: the beginning of a word of a name, compared without regard to case and diacritics.
    ///   - members: the members to suggest, in their order.
    ///   - cast: the episode's cast, in the catalogue's order.
    package static func suggestions(for prefix: String, members: [(id: UUID, name: String)], cast: [CastMember]) -> [Mentionable] {
        let known = cast.compactMap { member in member.id.map { (member, $0) } }
        let people = members.map { Mentionable(kind: .member, text: "@" + $0.name, userID: $0.id) }
        let roles = known.filter { !$0.0.character.isEmpty }.map { member, id in
            Mentionable(kind: .character, text: "@" + member.character, castID: id, detail: member.name)
        }
        let actors = known.map { member, id in
            Mentionable(kind: .actor, text: "@" + member.name, castID: id, detail: member.character.isEmpty ? nil : member.character)
        }
        let key = prefix.plainLetters
        let all = (people + roles + actors).filter { $0.text.dropFirst().hasWord(beginningWith: key) }
        return Array(all.prefix(MentionableQuery.most))
    }
}

extension StringProtocol {
    /// Whether the text, or any word in it, begins with these letters.
    fileprivate func hasWord(beginningWith key: String) -> Bool {
        let text = plainLetters
        return text.hasPrefix(key)
            || text.indices.contains { !text[$0].isLetter && !text[$0].isNumber && text[text.index(after: $0)...].hasPrefix(key) }
    }

    /// The text in lower case, without diacritics.
    fileprivate var plainLetters: String { String(self).folded.folding(options: .diacriticInsensitive, locale: nil) }
}

extension Endpoints {
    static let mentions: [any EndpointDeclaration] = [listMentionables]

    public static let listMentionables = Endpoint<MentionableQuery, Items<Mentionable>>(
        "listMentionables", .get, "/rooms/{roomID}/mentionables", .user, feature: .watch,
        summary: "Suggest what a comment can mention: members, then characters, then actors.",
        details:
            "At most 20 suggestions. The prefix matches the beginning of any word of a name. The cast is what the catalogue has stored.")
}
