import Foundation

/// What the web client's page says, in each language that it has: the files `phrases/{language}/first.json` and `more.json`.
enum WebPhrases {
    /// The language of a page whose reader prefers none that it has.
    static let usual = "en"

    /// Returns phrases as browsers get them: each key with its text, without the notes for translators.
    ///
    /// No `<` is in the result, so it can stand in a page's `script`, and no `{{`, which begins a place of the page.
    /// - Throws: an error of Foundation if a file isn't JSON.
    static func served(_ source: Data) throws -> Data {
        let phrases = try JSONSerialization.jsonObject(with: source) as? [String: Any] ?? [:]
        let texts = phrases.compactMapValues { $0 as? String ?? ($0 as? [String: Any])?["text"] as? String }
        let json = try JSONSerialization.data(withJSONObject: texts, options: [.sortedKeys, .withoutEscapingSlashes])
        return Data(String(decoding: json, as: UTF8.self).replacing("<", with: "\\u003c").replacing("{{", with: "{\\u007b").utf8)
    }

    /// Returns the language of a path below `phrases/`; nil for any other path.
    static func language(ofPath path: String) -> String? {
        let parts = path.split(separator: "/")
        return parts.count == 3 && parts[0] == "phrases" ? String(parts[1]) : nil
    }

    /// Returns the direction in which the language of phrases is written, as HTML names it.
    /// - Parameter served: the phrases of `first.json` as `served(_:)` returns them.
    static func direction(of served: Data) -> String {
        (try? JSONDecoder().decode([String: String].self, from: served))?["page.direction"] ?? "ltr"
    }

    /// Returns the language of a choice that a browser prefers.
    /// - Parameter preference: the request's `Accept-Language`, such as `de-AT,de;q=0.9,en;q=0.8`.
    static func language(among languages: some Collection<String>, for preference: String?) -> String {
        let wishes = (preference ?? "").lowercased().split(separator: ",").map { wish in
            let parts = wish.split(separator: ";").map { $0.filter { $0 != " " } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (language: parts.first.map { String($0.prefix { $0 != "-" }) } ?? "", weight: weight)
        }
        let known = wishes.filter { $0.weight > 0 && languages.contains($0.language) }
        // Of equal ones the first counts.
        return known.reduce(nil as (language: String, weight: Double)?) { best, next in
            if let best, best.weight >= next.weight { best } else { next }
        }?.language ?? usual
    }
}
