import DavenportAPI
import Foundation

/// The habit of a friend: which puzzles the friend plays, at what time, and how many words the friend finds.
struct Habit: Sendable {
    let friend: Friend
    /// One letter for each day, from 13 days ago to today: `t` for the timed puzzle, `u` for the untimed one, `b` for
    /// both, and `-` for none.
    let days: String
    /// The time at which the friend starts, in minutes after the day's beginning.
    let minutes: Int
    /// The maximum number of words that the friend finds in a play. On some days the friend finds fewer.
    let words: Int

    /// The habits of all friends. The owner hasn't played today's puzzle yet. Bea has played hers, unless the day has
    /// only just begun.
    static let all = [
        Habit(friend: .ada, days: "tt-tbt-ttbttt-", minutes: 1170, words: 6),
        Habit(friend: .bea, days: "b-tt-bt--tu-bt", minutes: 20, words: 7),
        Habit(friend: .cem, days: "u--t-u--b--t--", minutes: 760, words: 5),
        Habit(friend: .dora, days: "--t---t----u--", minutes: 1275, words: 4),
    ]

    /// The challenge that Bea made. Bea and Cem have played it, and Ada is invited.
    static let own = (
        id: UUID(uuid: (0x50, 0xFC, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)), maker: Friend.bea, guests: [Friend.ada, .cem],
        made: Ago(days: 4, hours: 3)
    )

    /// Returns all plays of friends that ended before a time. Days begin at midnight in UTC.
    static func sittings(before now: Date) -> [PlaySession] {
        let played = all.flatMap { $0.sittings(before: now) }
        let shared = [own.maker, own.guests[1]].enumerated().map { number, friend in
            PlaySession(
                friend: friend, target: .own, ago: own.made.seconds - Double(number + 1) * 3600, words: 6 - number, seed: 40 * number)
        }
        return (played + shared).filter { (0...Fortnight.settled).contains($0.ago) && $0.ago >= $0.length }
    }

    private func sittings(before now: Date) -> [PlaySession] {
        let today = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        return days.enumerated().flatMap { number, letter -> [PlaySession] in
            let began = today - Double(days.count - 1 - number) * 86_400 + Double(minutes * 60)
            let modes = PlayMode.allCases.filter { letter == "b" || letter == $0.rawValue.first }
            return modes.enumerated().map { position, mode in
                PlaySession(
                    friend: friend, target: .daily(mode), ago: now.timeIntervalSince1970 - began - Double(position) * 600,
                    words: max(1, words - number % 3), seed: number * 31 + minutes + position * 57)
            }
        }
    }
}

/// One play of a friend, from its start to its end.
struct PlaySession: Sendable {
    enum Target: Sendable {
        case daily(PlayMode)
        case own
    }

    let friend: Friend
    let target: Target
    /// The time at which the play starts, in seconds before the fortnight's end.
    let ago: TimeInterval
    /// The maximum number of words that the friend finds. The friend finds fewer if the cube spells fewer words of the
    /// friend's vocabulary.
    let words: Int
    /// A number that decides with which of the common words the friend's vocabulary begins.
    let seed: Int

    /// The time that the friend takes for each word, in milliseconds.
    static let pace = 19_000

    /// The length of the play in seconds.
    var length: TimeInterval { Double(words * Self.pace) / 1000 + 5 }

    /// The words that the friend tries, in this order.
    var vocabulary: [String] {
        let start = seed % Self.common.count
        return Array(Self.common[start...] + Self.common[..<start])
    }

    /// Common English words for the friends' vocabularies. A cube spells only some of them, because its letters are
    /// different each day.
    private static let common = """
        stone tea rain eat house nine sail tear ride late rest sea tone lens date rent noise oat tide iron nest east lion root seat tree
        line sit note age air near ten salt rose tin read net star oil side run sun lead ear arise tan dine sort lie treat sister tile
        ash dear are aid toe send dart roast die slide tar trade dire learn ion hats rate hen tires lean toes deal snore let darn stair
        idea nod trio end sand sat tried ring dot sing lot real song ice cot race tie nice pie cat spine ant price sip carp nap pen ore
        soap rope lip plate pot panel ram mate lap lime mine men most rim smile sum more bat bear bin bone bus beat fan fire fin fog
        leaf tap rat art sir ran era rot tore rid lid rod sad set its too one own our out use see dig dim din den did add ale all ape
        arc arm ask bad bag bar bay bed bee beg bet bid big bit boa bog bow box boy bud bug but buy cab cap car cow cry cub cup cut dad
        dam day dew dip dog dry due egg elf elk elm eve eye far fat fed fee few fig fit fix fly for fox fun fur gap gas gem get gin god
        got gum gun gut had ham hat hay her hid him hip his hit hop hot how hug hut ink inn jam jar jaw jet job joy key kid kin kit lad
        law lay led leg log low mad man map mat may met mix mob mop mud mug nut oak odd off oar owl pad pan paw pay pea peg pet pig pin
        pit pop pub pup put rag raw ray red rib rip rob row rub rug sap saw say sew she shy six ski sky sob son sow soy spa spy sub tab
        tag tax tip top toy tub tug two van vat vet via war was wax way web wet who why wig win wit won yes yet you zoo
        """.split(whereSeparator: { $0.isWhitespace }).map(String.init)
}
