import Testing

@testable import DavenportAPI

@Suite("rules 20: deceptive names")
struct NameTests {
    /// Shows rule 20.14.
    @Test(
        "Names can't contain invisible characters anywhere",
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

    /// Shows rule 20.14.
    @Test(
        "Text of only white space and invisible characters counts as empty",
        arguments: ["", " \u{3000}", "\u{3164}", "\u{200D} \u{2800}"])
    func blank(text: String) {
        for type in [FieldType<String>.text(1...200), .text(1...4000, lines: true), .nameOfPerson, .username] {
            #expect([.tooShort, .notAllowed].contains(fault(type, text)?.code))
        }
        #expect(fault(.text(1...200), text)?.code == .tooShort)
    }

    @Test("Length limits are stated in plain English, in singular and plural")
    func length() {
        #expect(fault(.text(1...200), "")?.message == "must have at least 1 character")
        #expect(fault(.text(1...2), "abc")?.message == "must have at most 2 characters")
    }

    @Test("Other texts keep joiners and variation selectors of emoji", arguments: ["👩‍👩‍👧", "❤️", "Ada’s 🏴󠁧󠁢󠁥󠁮󠁧󠁿 iPad", "علی‌رضا"])
    func emoji(text: String) throws {
        #expect(try FieldType<String>.text(1...200).read(.text(text)).get() == text)
    }

    /// Shows rule 20.14.
    @Test("A name has at most two combining marks in a row, counted after composition, and doesn't begin with one")
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

    /// Shows rule 20.14.
    @Test(
        "Ordinary names are accepted",
        arguments: [
            "Ada", "Zoë", "Nguyễn", "Sørensen", "Ἀθηνᾶ", "Дмитрий", "Սևակ", "อำนาจ", "น้ำฝน", "သီရိ", "སྒྲོལ་མ", "ज़ुंबा", "လှိုင်", "ស៊ុំ", "שָׁלוֹם", "محمّد",
            "小林", "ゆうこ",
            "김민준",
            "Mary-Jane O’Neill", "D'Arcy, Jr.", "Anna 🌻",
        ])
    func people(name: String) {
        #expect(fault(.nameOfPerson, name) == nil)
    }

    /// Shows rule 20.14.
    @Test(
        "Usernames of one alphabet are accepted, with digits, signs and marks, which belong to none",
        arguments: [
            "ada", "Zoë_7", "ada.l-2", "straße", "дмитрий_2", "Ἀθηνᾶ", "Սևակ", "อำนาจ", "김민준", "小林ada", "ゆうこ-x", "ad工", "ケーキ", "kim한", "佐々木",
            "ą́da", "əli", "ŋɔŋa", "kaʻia", "ɓaɗo", "१२३", "दिव्या_२", "רות", "محمد٧", "77", "2.0",
            "qx\u{323}\u{304}7",
        ])
    func usernames(name: String) {
        #expect(fault(.username, name) == nil)
    }

    /// Shows rule 20.14.
    @Test(
        "A username can't mix letters of two alphabets, except those of East Asia with Latin",
        arguments: [
            ("аda", "Cyrillic and Latin"), ("adа", "Latin and Cyrillic"), ("aνa", "Latin and Greek"), ("οкo", "Greek and Cyrillic"),
            ("uսu", "Latin and Armenian"), ("օо", "Armenian and Cyrillic"), ("ada_7.ο", "Latin and Greek"), ("ꙁx", "Cyrillic and Latin"),
            ("ᎪdᎪ", "Cherokee and Latin"), ("ꓐea", "Lisu and Latin"), ("dⲟra", "Latin and Coptic"), ("d𐐬ra", "Latin and Deseret"),
            ("ᗷea", "Canadian Aboriginal and Latin"), ("dဝra", "Latin and Myanmar"), ("dჿra", "Latin and Georgian"),
            ("dסra", "Latin and Hebrew"), ("адаคน", "Cyrillic and Thai"), ("да工", "Cyrillic and Han"), ("工נ", "Han and Hebrew"),
        ])
    func mixed(name: String, alphabets: String) {
        #expect(fault(.username, name)?.message == "must not mix \(alphabets) letters")
        #expect(fault(.nameOfPerson, name) == nil, "of usernames alone")
    }

    /// Shows rule 20.14.
    @Test(
        "Styled letters and digits are refused in usernames",
        arguments: ["ａｄａ", "𝐚da", "ﬁfi", "adª", "ada²", "ⓐda", "ℓove", "ſam", "ada７", "𝟕ada", "ada\u{2B0}", "ｱｲ"])
    func dressed(name: String) {
        #expect(fault(.username, name) != nil)
    }

    /// Shows rule 20.14.
    @Test(
        "Letters, digits and marks that only look like others are refused in usernames, with the reason",
        arguments: [
            (
                "must not have letters that stand for sounds or only look like others",
                ["adaـ", "adaʹ", "daǀ", "ǃda", "ɑdɑ", "doɡ", "ᴀdᴀ", "adaꞌ", "ꜱam", "daᅵ", "adaー", "adaˌ", "ⱭDA", "adaꟾ"]
            ),
            (
                "must have the digits 0 to 9, or only those of its own alphabet",
                ["d०ra", "cem١٢", "٧۷", "1१", "दिव्या२2", "小林१", "да๐"]
            ),
            (
                "must not have marks of another alphabet on a letter",
                ["ada़", "adaः", "adaཱ", "d\u{C02}ra", "ada\u{64B}", "ada\u{3099}", "да\u{E31}", "7\u{94D}", "da\u{5B8}", "रा\u{E31}"]
            ),
        ])
    func lookalikes(reason: String, names: [String]) {
        for name in names { #expect(fault(.username, name)?.message == reason, "\(name)") }
    }

    /// Shows rule 20.14.
    @Test("A name has a letter or a digit", arguments: ["..", "--", "__", "-._"])
    func nothing(name: String) {
        #expect(fault(.username, name)?.message == "must have a letter or a digit")
        #expect(fault(.nameOfPerson, name)?.message == "must have a letter or a digit")
        #expect(fault(.nameOfPerson, "🌻") != nil)
        #expect(fault(.nameOfPerson, "7") == nil)
    }

    /// Shows rule 20.14.
    @Test(
        "Names of people contain no direction controls, private or unassigned characters, or placeholders",
        arguments: ["\u{600}", "A\u{600}da", "A\u{6DD}", "\u{E000}da", "A\u{F0000}", "A\u{378}", "A\u{FFFC}", "A\u{FFFD}da", "A\u{13430}"])
    func meaningless(name: String) {
        #expect(fault(.nameOfPerson, name)?.message == "must not contain characters that stand for nothing of their own")
    }

    /// Shows rule 2.5.
    @Test(
        "An e-mail address is split at its scalars, so that marks hide nothing",
        arguments: [
            "x\u{600}@y@z", "a@\u{301}b@c.org", "a@b\u{600} c", "a b\u{301}@c.org", "a@b.org\u{202E}", "a\u{200B}@b.org", "a@\u{AD}b.org",
            "\u{FEFF}a@b.org", "a@b\u{2028}c", "@\u{301}", "a@b@c", "@b.org", "a@",
        ])
    func email(address: String) {
        #expect(fault(.email, address) != nil)
        #expect(fault(.email, "zoë+1@bücher.example") == nil)
    }

    /// Shows rule 2.5.
    @Test(
        "An e-mail address is one plain address, not another spelling of it",
        arguments: [
            "<ada@b.org>", "ada@b.org.", "ada@.b.org", "ada@b..org", "ada@b\u{3002}org", "ada@b.org\u{FF0E}", "ada@b\u{FF61}org",
            "\"ada\"@b.org", "ada(x)@b.org", "a,ada@b.org", "a:ada@b.org", "ada@b.org;", "ada@[192.0.2.1]", "a\\da@b.org",
            "a<\u{338}@b.org",
        ])
    func plainEmail(address: String) {
        #expect(fault(.email, address)?.message == "must be a plain e-mail address, such as ada@example.org")
        #expect(fault(.email, "o'hara.ada=x%y@sub.b-c.org") == nil)
    }

    /// Shows rule 20.14.
    @Test("A dot above a letter that already has one is refused in usernames, and the capital with a dot is accepted")
    func dots() {
        #expect(fault(.username, "bi\u{307}ll")?.code == .notAllowed)
        #expect(fault(.username, "bj\u{307}")?.code == .notAllowed)
        #expect(fault(.username, "İpek") == nil)
    }

    private func fault(_ type: FieldType<String>, _ text: String) -> FieldReason? {
        if case .failure(let reason) = type.read(.text(text)) { reason } else { nil }
    }
}
