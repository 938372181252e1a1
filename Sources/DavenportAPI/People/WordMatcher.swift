import Foundation
import Locking

/// Finds words in texts, as `Mutes.folds` compares them.
///
/// It is an automaton of Aho and Corasick: it reads a text once, whatever the number of words. Each state stands for a
/// beginning of a word, and the state after a scalar is the longest beginning with which the text ends there. Making one
/// takes time in proportion to the length of all words.
package struct WordMatcher: Sendable {
    /// The state that a scalar leads to, by the edge from the state before it. A missing edge means that no word continues with that
    /// scalar.
    private var edges: [UInt64: Int32] = [:]
    private var states = [State()]

    private struct State {
        /// The number of scalars of the beginning.
        var length: Int32 = 0
        /// The state of the longest other beginning with which this one ends.
        var fallback: Int32 = 0
        /// The nearest state along the fallbacks at which a word ends; 0 if there is none.
        var shorterWord: Int32 = 0
        /// Whether the beginning is a whole word of the list.
        var isWord = false
        /// Whether the beginning stands in the list with `*` after it.
        var isBeginning = false

        var isEnd: Bool { isWord || isBeginning }
    }

    /// Prepares the words.
    package init(_ words: [String]) {
        for word in words { insert(word) }
        linkFallbacks()
    }

    /// The number of states, by which a cache counts how much memory this takes.
    package var size: Int { states.count }

    /// Whether the text has one of the words.
    package func matches(_ text: String) -> Bool {
        guard states.count > 1 else { return false }
        let scalars = text.searched
        let areOfWord = scalars.map { ScalarTraits($0).contains(.ofWord) }
        var state: Int32 = 0
        for index in scalars.indices {
            state = next(state, scalars[index].value)
            var end = states[Int(state)].isEnd ? state : states[Int(state)].shorterWord
            while end != 0 {
                if occurs(states[Int(end)], upTo: index + 1, of: scalars, areOfWord) { return true }
                end = states[Int(end)].shorterWord
            }
        }
        return false
    }

    private mutating func insert(_ word: String) {
        var scalars = word.searched[...]
        let isBeginning = scalars.last == "*"
        if isBeginning { scalars = scalars.dropLast() }
        guard !scalars.isEmpty else { return }
        var state: Int32 = 0
        for scalar in scalars {
            let edge = Self.edge(state, scalar.value)
            if let known = edges[edge] {
                state = known
            } else {
                let length = states[Int(state)].length + 1
                state = Int32(states.count)
                states.append(State(length: length))
                edges[edge] = state
            }
        }
        if isBeginning { states[Int(state)].isBeginning = true } else { states[Int(state)].isWord = true }
    }

    /// Sets the fallbacks of all states, the shorter beginnings before the longer ones.
    private mutating func linkFallbacks() {
        for (edge, state) in edges.sorted(by: { states[Int($0.value)].length < states[Int($1.value)].length }) {
            let (before, scalar) = (Int(edge >> 32), UInt32(truncatingIfNeeded: edge))
            let fallback = before == 0 ? 0 : next(states[before].fallback, scalar)
            states[Int(state)].fallback = fallback
            states[Int(state)].shorterWord = states[Int(fallback)].isEnd ? fallback : states[Int(fallback)].shorterWord
        }
    }

    private func next(_ state: Int32, _ scalar: UInt32) -> Int32 {
        var state = state
        while true {
            if let next = edges[Self.edge(state, scalar)] { return next }
            guard state != 0 else { return 0 }
            state = states[Int(state)].fallback
        }
    }

    /// The edge by which a scalar leads on from a state, as one number.
    private static func edge(_ state: Int32, _ scalar: UInt32) -> UInt64 { UInt64(state) << 32 | UInt64(scalar) }

    /// Whether the scalars of a word that end here are the word, and no part of another one.
    private func occurs(_ word: State, upTo end: Int, of text: [Unicode.Scalar], _ areOfWord: [Bool]) -> Bool {
        let start = end - Int(word.length)
        guard start == 0 || !areOfWord[start - 1] || text[start].isWrittenWithoutSpaces else { return false }
        if word.isBeginning || end == text.count || !areOfWord[end] { return true }
        let last = text[end - 1]
        // A combining mark on the last letter makes it a different letter.
        return (last.isWrittenWithoutSpaces || last.isHangul) && text[end].properties.canonicalCombiningClass == .notReordered
    }
}

extension WordMatcher {
    private static let last = Lock<(words: [String], matcher: WordMatcher)>(([], WordMatcher([])))

    /// Returns a matcher for the words. It is the one of the last call if that had the same words, because a client folds
    /// many texts with the words of one person.
    static func prepared(_ words: [String]) -> WordMatcher {
        if let matcher = last.withLock({ $0.words == words ? $0.matcher : nil }) { return matcher }
        let matcher = WordMatcher(words)
        last.withLock { $0 = (words, matcher) }
        return matcher
    }
}

extension FieldType<[String]> {
    /// A list of words for the search in texts. In the form in which they are compared, too, they have at most the allowed
    /// number of characters: one character may stand for eighteen there.
    static func searchedWords(upTo limit: Int) -> Self {
        let words = texts(upTo: limit, of: Mutes.wordLength)
        return words.map([], schema: words.schema) { words throws(FieldReason) in
            let most = Mutes.wordLength.upperBound
            for word in words where word.searched.count > most {
                throw FieldReason(.tooLong, "must have words of at most \(most) characters, ligatures and the like written out")
            }
            return words
        }
    }
}

extension String {
    /// Whether the text has what a reader or an app may take for a link.
    package var hasLink: Bool {
        let scalars = searched
        return ["://", "www."].contains { link in
            scalars.indices.contains { scalars[$0...].starts(with: link.unicodeScalars) }
        }
    }

    /// The scalars of the text in the form in which texts and words are compared. Case, compatibility forms and invisible
    /// characters make no difference in it, nor does the dot that lower case leaves on the `i` of `İ`.
    fileprivate var searched: [Unicode.Scalar] {
        var compared: [Unicode.Scalar] = []
        for scalar in precomposedStringWithCompatibilityMapping.folded.unicodeScalars where !ScalarTraits(scalar).contains(.invisible) {
            if scalar != "\u{307}" || compared.last != "i" { compared.append(scalar) }
        }
        return compared
    }
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to a script that writes words without spaces between them.
    var isWrittenWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains { $0.contains(value) } }

    /// The ranges of code points of scripts without spaces between words: Thai and Lao, Tibetan, Burmese, Khmer, kana
    /// with the long-vowel sign, and Han with its extensions.
    private static let scriptsWithoutSpaces: [ClosedRange<UInt32>] = [
        0xE00...0xEFF, 0xF00...0xFFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF,
    ]

    var isHangul: Bool { 0xAC00...0xD7A3 ~= value }
}

/// What the search asks of every scalar of a text. Unicode's own tables answer slowly, so the answers for the first plane
/// are kept in one table.
private struct ScalarTraits: OptionSet {
    let rawValue: UInt8

    static let invisible = ScalarTraits(rawValue: 1)
    /// The scalar is a letter, a digit, or a mark that belongs to one.
    static let ofWord = ScalarTraits(rawValue: 2)

    private static let firstPlane = (0...0xFFFF).map { Unicode.Scalar($0).map { ScalarTraits(readFor: $0) } ?? [] }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ scalar: Unicode.Scalar) {
        self = scalar.value <= 0xFFFF ? Self.firstPlane[Int(scalar.value)] : ScalarTraits(readFor: scalar)
    }

    private init(readFor scalar: Unicode.Scalar) {
        self = scalar.isInvisible ? .invisible : []
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark:
            insert(.ofWord)
        default: break
        }
    }
}
