import DavenportAPI
import Foundation
import Testing

@Suite("rule 17.13: mentions in texts")
struct MentionTests {
    private static let names = [
        "ada", "adam", "ada.b", "Bea", "cem_1", "d-ora", "Zoë", "ali", "Ἀχιλλεύς", "straße", "李雷", "x.", "Mark",
    ]
    private static let cast = [
        CastMember(id: 1, name: "Adam Scott", character: "Mark Scout"), CastMember(id: 2, name: "Britt Lower", character: "Helly R."),
        CastMember(id: 3, name: "Dichen Lachman", character: "Ms. Casey"),
        CastMember(id: 4, name: "Conan O'Brien", character: "Sean O’Neil"),
        CastMember(id: 5, name: "Zo\u{308}e", character: ""), CastMember(id: nil, name: "No Body", character: "Nobody"),
        CastMember(id: 7, name: "Bea", character: "Mark"),
    ]

    /// The texts with what they mention: usernames, and the cast as `name=id`.
    static let table: [(text: String, mentions: [String])] = [
        // Boundaries.
        ("@ada", ["@ada"]), ("hi @ada!", ["@ada"]), ("@ada.", ["@ada"]), ("@ada...", ["@ada"]), ("@ada. And", ["@ada"]),
        ("@ada's", ["@ada"]),
        ("@ada,@Bea", ["@ada", "@Bea"]), ("(@ada)", ["@ada"]), ("@ada@Bea", ["@ada"]), ("@@ada", ["@ada"]), ("@ada_", []), ("@ada-", []),
        ("@ada1", []), ("@adabc", []), ("@ada.c", []), ("@ad", []), ("@", []), ("ada", []), ("@ ada", []), ("@nobody", []),
        ("@ada\n", ["@ada"]),
        ("\n@ada", ["@ada"]), ("@ada:", ["@ada"]), ("#@ada", ["@ada"]), ("@ada/@Bea", ["@ada", "@Bea"]), ("@ada…", ["@ada"]),
        ("“@ada”", ["@ada"]),
        // E-mail addresses and paths.
        ("bea@ada.org", []), ("bea@ada", []), ("1@ada", []), ("_@ada", []), (".@ada", []), ("-@ada", []), ("é@ada", []), ("x.@ada", []),
        // Web addresses.
        ("https://mastodon.social/@bea/123", []), ("HTTP://x.example/@ada @Bea", ["@Bea"]), ("(https://x.example/?u=@ada)", []),
        ("www.x.example/@ada", []), ("?u=@ada", []), ("really? u=@ada", ["@ada"]), ("<https://x.example>@ada", ["@ada"]),
        ("見てhttps://x.example/@ada", []), ("wow @ada", ["@ada"]), ("awww.@ada", []),
        // Scripts without spaces, and Korean with its particles.
        ("@beaさん", ["@bea"]), ("＠bea", ["＠bea"]), ("ねえ＠adaさん、@Bea", ["＠ada", "@Bea"]), ("@李雷说", ["@李雷"]), ("@ada님", ["@ada"]),
        ("@ada.さん", ["@ada"]), ("안녕@ada", []), ("@adaさ@Bea", ["@ada", "@Bea"]), ("@adaя", []), ("@adaは@bea@x", ["@ada", "@bea"]),
        // Code is text like other text.
        ("`@ada`", ["@ada"]), ("```\n@ada = 1\n```", ["@ada"]),
        // The longest name counts.
        ("@adam", ["@adam"]), ("@ada.b", ["@ada.b"]), ("@ada.b.", ["@ada.b"]), ("@x.", ["@x."]), ("@x", []),
        ("@cem_1 @d-ora", ["@cem_1", "@d-ora"]),
        // Case, composition and scripts.
        ("@ADA", ["@ADA"]), ("@bEA", ["@bEA"]), ("@zoe\u{308}", ["@zoe\u{308}"]), ("@ZOË", ["@ZOË"]), ("@zoe", []), ("@ALİ", []),
        ("@ALI", ["@ALI"]),
        ("@alı", ["@alı"]), ("@ἈΧΙΛΛΕΎΣ", ["@ἈΧΙΛΛΕΎΣ"]), ("@STRASSE", ["@STRASSE"]), ("@李雷!", ["@李雷"]), ("你好@李雷", ["@李雷"]),
        ("\u{200F}@ada\u{200F}", ["@ada"]), ("@\u{200F}ada", []), ("@ada\u{301}", []), ("@ad\u{AD}a", []), ("@ada\u{200D}x", []),
        // The cast.
        ("@Mark Scout", ["@Mark Scout=1"]), ("@mark scout?", ["@mark scout=1"]), ("@Mark  Scout", ["@Mark"]),
        ("@Adam Scott", ["@Adam Scott=1"]),
        ("@adam scot", ["@adam"]), ("@Helly R.", ["@Helly R.=2"]), ("@Helly R", []), ("@Ms. Casey's", ["@Ms. Casey=3"]),
        ("@Conan O'Brien", ["@Conan O'Brien=4"]), ("@Sean O’Neil", ["@Sean O’Neil=4"]), ("@Sean O'Neil", []), ("@No Body", []),
        ("@Nobody", []),
        ("@Mark", ["@Mark"]), ("@Bea and @ada", ["@Bea", "@ada"]),
    ]

    /// Shows rule 17.13.
    @Test("A text mentions the members and the cast whose names follow an @, and nobody else", arguments: table)
    func texts(text: String, mentions: [String]) {
        let ids = Dictionary(uniqueKeysWithValues: Self.names.map { (UUID(), $0) })
        let found = MentionFinder(members: ids, cast: Self.cast).mentions(in: text)
        #expect(found.map { mention in mention.text + (mention.castID.map { "=\($0)" } ?? "") } == mentions)
        for mention in found {
            #expect(text.contains(mention.text) && (mention.userID == nil) != (mention.castID == nil))
            if let id = mention.userID { #expect(ids[id]?.folded == String(mention.text.dropFirst()).folded) }
        }
    }

    /// Shows rule 17.13.
    @Test("The table has sixty texts or more; the twenty-first mention is plain text")
    func most() {
        #expect(Self.table.count >= 60)
        let finder = MentionFinder(members: [UUID(): "ada"])
        #expect(finder.mentions(in: Array(repeating: "@ada", count: 21).joined(separator: " ")).count == 20)
    }

    /// Shows rule 17.16.
    @Test("A prefix matches the beginning of any word of a name, in any case and without diacritics; members come first")
    func suggestions() {
        let members = Self.names.map { (id: UUID(), name: $0) }
        let all = { (prefix: String) in
            [Mentionable].suggestions(for: prefix, members: members, cast: Self.cast).map { "\($0.kind) \($0.text) \($0.detail ?? "-")" }
        }
        #expect(all("SCO") == ["character @Mark Scout Adam Scott", "actor @Adam Scott Mark Scout"])
        #expect(all("zoe") == ["member @Zoë -", "actor @Zo\u{308}e -"])
        #expect(all("brien") == ["actor @Conan O'Brien Sean O’Neil"])
        #expect(all("ad") == ["member @ada -", "member @adam -", "member @ada.b -", "actor @Adam Scott Mark Scout"])
        #expect(all("dam") == [] && all("").count == 20 && all("ms. c") == ["character @Ms. Casey Dichen Lachman"])
    }
}
