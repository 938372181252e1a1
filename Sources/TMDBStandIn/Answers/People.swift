import DavenportAPI

extension [Library.Credit] {
    /// As TMDB lists a cast, or guests.
    var answers: JSONValue {
        .list(
            enumerated().map { order, credit in
                Person(name: credit.actor).answer.adding("character", .string(credit.character))
                    .adding("credit_id", .string(CreditID.of("\(credit.actor) as \(credit.character)"))).adding("order", .integer(order))
            })
    }
}

/// Somebody in a cast.
struct Person {
    let name: String

    /// Made of the name: whom TMDB means by it nobody needs to know here.
    private var id: Int { Int(stableHash(name) % 5_000_000) + 1 }

    var answer: JSONValue {
        [
            "adult": false, "gender": 0, "id": .integer(id), "known_for_department": "Acting", "name": .string(name),
            "original_name": .string(name), "popularity": Votes(name).popularity, "profile_path": nil,
        ]
    }
}

/// The ids of 24 hexadecimal digits that TMDB gives what nobody asks for by number.
enum CreditID {
    static func of(_ text: String) -> String {
        let digits = String(stableHash(text), radix: 16)
        return String(repeating: "5", count: 24 - digits.count) + digits
    }
}

/// What people are said to think of a thing. Nobody has voted here: it is made of the title.
struct Votes {
    private let seed: UInt64

    init(_ title: String) { seed = stableHash(title) }

    /// From 6.5 to 9.4.
    var average: JSONValue { .number(Double(65 + seed % 30) / 10) }
    var count: JSONValue { .integer(Int(100 + seed % 900)) }
    var popularity: JSONValue { .number(Double(seed % 2000) / 10) }
}

/// FNV-1a: the same in every run, which `Hasher` isn't.
func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension JSONValue {
    /// The date as TMDB writes it.
    static func orNull(_ date: CalendarDate?) -> JSONValue { date.map { .string($0.description) } ?? .null }
}
