import Testing

@testable import DavenportAPI

@Suite("rules.md 20: names can't be mistaken")
struct NameTests {
    @Test(
        "Names hold no invisible characters, wherever they stand",
        arguments: [
            0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200C, 0x200D, 0x200E, 0x202E, 0x2060, 0x2066, 0x2800,
            0x3164,
            0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0x1D159, 0x1D173, 0xE0041, 0xE0100, 0x2028, 0xFFFF,
        ])
    func invisible(value: UInt32) throws {
        let hidden = String(try #require(Unicode.Scalar(value)))
        for text in ["a\(hidden)da", "\(hidden)\(hidden)"] where !text.trimmed.isEmpty {
            #expect(fault(.username, text)?.code != nil, "username \(value)")
            #expect(fault(.nameOfPerson, text)?.code != nil, "name \(value)")
        }
        #expect(fault(.nameOfPerson, "Ada \(hidden)Lovelace")?.message == "must not contain invisible characters")
    }

    @Test(
        "Text of nothing but white space and invisible characters counts as empty",
        arguments: ["", " \u{3000}", "\u{3164}", "\u{200D} \u{2800}"])
    func blank(text: String) {
        for type in [FieldType<String>.text(1...200), .text(1...4000, lines: true), .nameOfPerson, .username] {
            #expect([.tooShort, .notAllowed].contains(fault(type, text)?.code))
        }
        #expect(fault(.text(1...200), text)?.code == .tooShort)
    }

    @Test("Other texts keep what joins and varies emoji", arguments: ["👩‍👩‍👧", "❤️", "Ada’s 🏴󠁧󠁢󠁥󠁮󠁧󠁿 iPad", "علی‌رضا"])
    func emoji(text: String) throws {
        #expect(try FieldType<String>.text(1...200).read(.text(text)).get() == text)
    }

    @Test("A name has at most two combining marks in a row, counted after composing, and doesn't begin with one")
    func marks() {
        let (acute, dot) = ("\u{301}", "\u{323}")
        for type in [FieldType<String>.nameOfPerson, .username] {
            #expect(fault(type, "q\(acute)\(dot)x") == nil)
            #expect(fault(type, "q\(acute)\(dot)\(acute)")?.message == "must not have more than 2 combining marks in a row")
            #expect(fault(type, "e\(acute)\(acute)\(acute)") == nil, "the first one is part of é")
            #expect(fault(type, "e\(acute)\(acute)\(acute)\(acute)")?.code == .notAllowed)
            #expect(fault(type, "\(acute)ada")?.message == "must not begin with a combining mark")
            #expect(fault(type, String(repeating: "ก็", count: 4)) == nil)
            #expect(fault(type, "ก" + String(repeating: "็", count: 3)) != nil)
        }
        #expect(fault(.nameOfPerson, "a\u{20DD}\u{20DD}\u{20DD}")?.code == .notAllowed, "circles around")
    }

    @Test(
        "Names as people have them are taken",
        arguments: [
            "Ada", "Zoë", "Nguyễn", "Sørensen", "Ἀθηνᾶ", "Дмитрий", "Սևակ", "อำนาจ", "น้ำฝน", "သီရိ", "སྒྲོལ་མ", "ज़ुंबा", "လှိုင်", "ស៊ុំ", "שָׁלוֹם", "محمّد",
            "小林", "ゆうこ",
            "김민준",
            "Mary-Jane O’Neill", "D'Arcy, Jr.", "Anna 🌻",
        ])
    func people(name: String) {
        #expect(fault(.nameOfPerson, name) == nil)
    }

    @Test(
        "Usernames of one alphabet are taken, with digits, signs and marks, which belong to none",
        arguments: [
            "ada", "Zoë_7", "ada.l-2", "straße", "дмитрий_2", "Ἀθηνᾶ", "Սևակ", "อำนาจ", "김민준", "小林ada", "ゆうこ-x", "адаคน",
            "qx\u{323}\u{304}7",
        ])
    func usernames(name: String) {
        #expect(fault(.username, name) == nil)
    }

    @Test(
        "Letters of Latin, Greek, Cyrillic and Armenian are never mixed in one username",
        arguments: [
            ("аda", "Cyrillic and Latin"), ("adа", "Latin and Cyrillic"), ("aνa", "Latin and Greek"), ("οкo", "Greek and Cyrillic"),
            ("uսu", "Latin and Armenian"), ("օо", "Armenian and Cyrillic"), ("ada_7.ο", "Latin and Greek"), ("ꙁx", "Cyrillic and Latin"),
            ("ᴀⲁἀ", "Latin and Greek"),
        ])
    func mixed(name: String, alphabets: String) {
        #expect(fault(.username, name)?.message == "must not mix \(alphabets) letters")
        #expect(fault(.nameOfPerson, name) == nil, "of usernames alone")
    }

    @Test(
        "Letters and digits in another dress are refused in usernames",
        arguments: ["ａｄａ", "𝐚da", "ﬁfi", "adª", "ada²", "ⓐda", "ℓove", "ſam", "ada７", "𝟕ada", "ada\u{2B0}", "ｱｲ"])
    func dressed(name: String) {
        #expect(fault(.username, name) != nil)
    }

    @Test("A dot above a letter that has one is refused in usernames; the capital that bears it is not")
    func dots() {
        #expect(fault(.username, "bi\u{307}ll")?.code == .notAllowed)
        #expect(fault(.username, "bj\u{307}")?.code == .notAllowed)
        #expect(fault(.username, "İpek") == nil)
    }

    private func fault(_ type: FieldType<String>, _ text: String) -> FieldReason? {
        if case .failure(let reason) = type.read(.text(text)) { reason } else { nil }
    }
}
