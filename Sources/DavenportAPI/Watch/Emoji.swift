/// Recognises emoji by the properties and sequences of Unicode (UTS #51), without a list of them.
public enum Emoji {
    /// The size of the longest emoji in bytes of UTF-8, without variation selectors.
    static let longest = 32

    /// Returns an emoji in its fully qualified form, in which every part asks to be drawn as an emoji; nil if the text
    /// isn't exactly one emoji (rule 17.9).
    ///
    /// Skin tones, flags, keycaps and sequences with joiners are emoji. The variation selector 16 makes no difference:
    /// `❤` and `❤️` have the same form.
    public static func canonical(_ text: String) -> String? {
        // Every variation selector follows another scalar, and both take at least four bytes.
        guard text.utf8.count <= 2 * longest, let scalars = withoutSelectors(text) else { return nil }
        guard scalars.reduce(0, { $0 + UTF8.width($1) }) <= longest, isSequence(scalars) else { return nil }
        let full = qualified(scalars)
        return full.count == 1 ? full : nil
    }

    private static let selector: Unicode.Scalar = "\u{FE0F}"
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"
    private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

    /// Returns the text's scalars except variation selectors; nil if a selector has nothing to select.
    private static func withoutSelectors(_ text: String) -> [Unicode.Scalar]? {
        var (scalars, previous): ([Unicode.Scalar], Unicode.Scalar) = ([], joiner)
        for scalar in text.unicodeScalars {
            if scalar != selector {
                scalars.append(scalar)
            } else if previous == selector || previous == joiner {
                return nil
            }
            previous = scalar
        }
        return scalars
    }

    private static func isSequence(_ scalars: [Unicode.Scalar]) -> Bool {
        if scalars.count == 2, scalars.allSatisfy(isRegional) || isKey(scalars[0]) && scalars[1] == keycap { return true }
        if scalars.first == blackFlag, scalars.count > 2, scalars[1].isTag { return isTagged(scalars) }
        return scalars.split(separator: joiner, omittingEmptySubsequences: false).allSatisfy(isElement)
    }

    /// Whether the scalars are an emoji, or one with a skin tone.
    private static func isElement(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji, !isKey(first), !isRegional(first) else { return false }
        switch scalars.count {
        case 1: return true
        case 2: return first.properties.isEmojiModifierBase && scalars[scalars.startIndex + 1].properties.isEmojiModifier
        default: return false
        }
    }

    /// Whether the scalars are the flag of a part of a country: a flag, letters and digits as tags, and the end of the
    /// tags.
    private static func isTagged(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.last == "\u{E007F}" && scalars.dropFirst().dropLast().allSatisfy(\.isTag)
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { ("\u{1F1E6}"..."\u{1F1FF}").contains(scalar) }

    /// Whether the scalar has a keycap. Unicode counts these characters as emoji, but alone they are text.
    private static func isKey(_ scalar: Unicode.Scalar) -> Bool { scalar == "#" || scalar == "*" || ("0"..."9").contains(scalar) }

    /// Adds a variation selector to every emoji that would be drawn as text without one. A skin tone needs none.
    private static func qualified(_ scalars: [Unicode.Scalar]) -> String {
        var full = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            full.append(scalar)
            let isToned = index + 1 < scalars.count && scalars[index + 1].properties.isEmojiModifier
            if scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation, !isToned { full.append(selector) }
        }
        return String(full)
    }
}

extension Unicode.Scalar {
    /// Whether it is a tag for a letter or digit. The flag of a part of a country spells its code with tags.
    fileprivate var isTag: Bool { ("\u{E0030}"..."\u{E0039}").contains(self) || ("\u{E0061}"..."\u{E007A}").contains(self) }
}

extension FieldType<String> {
    /// An emoji, in its fully qualified form.
    static var emoji: Self {
        let schema: @Sendable () -> JSONValue = { ["type": "string", "minLength": 1, "maxLength": .integer(Emoji.longest)] }
        var type = string.map("👍", schema: schema) { text throws(FieldReason) in
            guard let emoji = Emoji.canonical(text) else { throw FieldReason(.malformed, "must be one emoji") }
            return emoji
        }
        type.namesThing = false
        return type
    }
}
