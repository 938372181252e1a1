import DavenportAPI

extension [Library.Credit] {
    /// These actors and characters in the form in which TMDB lists a cast or guests.
    var answers: JSONValue {
        .list(
            enumerated().map { order, credit in
                CreditedActor(name: credit.actor).answer.adding("character", .string(credit.character))
                    .adding("credit_id", .string(CreditID.of("\(credit.actor) as \(credit.character)"))).adding("order", .integer(order))
            })
    }
}

/// A person in TMDB's list of a cast or of guests.
struct CreditedActor {
    let name: String

    /// An id that is derived from the person's name, and that isn't TMDB's id of the person.
    private var id: Int { Int(stableHash(name) % 5_000_000) + 1 }

    var answer: JSONValue {
        [
            "adult": false, "gender": 0, "id": .integer(id), "known_for_department": "Acting", "name": .string(name),
            "original_name": .string(name), "popularity": Votes(name).popularity, "profile_path": nil,
        ]
    }
}

/// Creates the ids of credits and seasons, which have 24 hexadecimal digits at TMDB.
enum CreditID {
    static func of(_ text: String) -> String {
        let digits = String(stableHash(text), radix: 16)
        return String(repeating: "5", count: 24 - digits.count) + digits
    }
}

/// The rating of a show, film or episode. It is derived from the title, because nobody votes at the stand-in.
struct Votes {
    private let seed: UInt64

    init(_ title: String) { seed = stableHash(title) }

    /// The average of the votes, from 6.5 to 9.4.
    var average: JSONValue { .number(Double(65 + seed % 30) / 10) }
    var count: JSONValue { .integer(Int(100 + seed % 900)) }
    var popularity: JSONValue { .number(Double(seed % 2000) / 10) }
}

/// Returns the FNV-1a hash of a text. Unlike the hash of `Hasher`, it is the same in every run.
func stableHash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

extension JSONValue {
    /// The date in TMDB's format, or null.
    static func orNull(_ date: CalendarDate?) -> JSONValue { date.map { .string($0.description) } ?? .null }
}
