import Foundation

/// Texts that a careless implementation normalises, compares, folds, trims or splits slowly.
enum WorstTexts {
    /// The repeated unit of each text, by name.
    static let units: [(name: String, unit: String)] = [
        ("marks in reverse order", "\u{301}\u{323}"), ("acute accents", "\u{301}"), ("Tibetan vowel signs", "\u{F73}\u{F71}"),
        ("marks that decompose", "\u{344}\u{316}"), ("marks beyond the first plane", "\u{1D165}\u{1D17B}"),
        ("the longest runs that are taken", "a" + String(repeating: "\u{301}", count: 15) + String(repeating: "\u{323}", count: 15)),
        ("letters that decompose into three", "\u{390}"), ("a letter of eighteen", "\u{FDFA}"), ("leading Korean consonants", "\u{1100}"),
        ("Korean vowels", "\u{1161}"), ("flags", "\u{1F1E6}"), ("joiners", "\u{200D}"), ("families", "👩\u{200D}"),
        ("variation selectors", "\u{FE0F}"), ("Indic conjuncts", "\u{915}\u{94D}"), ("vowel signs that are starters", "\u{93E}"),
        ("signs before numbers", "\u{600}"), ("enclosing marks", "\u{20DD}"), ("spaces", " "), ("wide spaces", "\u{3000}"),
        ("line ends", "\r\n"), ("slashes", "/"), ("ampersands", "&"), ("percents", "%"), ("letters", "a"), ("digits", "9"),
        ("dotted capitals", "İ"), ("sharp s", "ß"), ("escapes", "\\"), ("commas", ","), ("equals signs", "=a&"),
    ]

    /// Returns a letter followed by the repeated unit, with about this number of bytes.
    static func text(_ unit: String, bytes: Int) -> String { "a" + String(repeating: unit, count: max(1, bytes / unit.utf8.count)) }
}

/// Compares the processor time for twice the input with the time for the input.
struct CostComparison {
    /// The time for the input, in seconds.
    let once: Double
    let twice: Double

    /// The highest accepted ratio. Linear work takes twice as long for twice the input, and sorting a run of marks four
    /// times.
    static let most = 2.5
    private let noise: Double

    /// Runs both sizes alternately, and keeps the minimum time of each.
    /// - Parameters:
    ///   - noise: the tolerance of `twice`, in seconds.
    ///   - work: receives 1 or 2 as the size, and returns the processor time that it took, in seconds.
    init(rounds: Int, noise: Double, _ work: (Int) async throws -> Double) async rethrows {
        var least = [Double.infinity, .infinity]
        for _ in 0..<rounds {
            for size in 1...2 { least[size - 1] = min(least[size - 1], try await work(size)) }
        }
        (once, twice, self.noise) = (least[0], least[1], noise)
    }

    var isLinear: Bool { twice <= Self.most * once + noise }
    var text: String { String(format: "%.2f ms, then %.2f ms for twice as much", once * 1000, twice * 1000) }
}
