/// A page of metrics in Prometheus' text format, version 0.0.4.
struct MetricsPage {
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// One line of the page: a name with labels, and a value.
    struct Sample {
        let key: String
        var value: Double

        init(_ name: String, _ labels: String, _ value: Double) {
            (key, self.value) = (labels.isEmpty ? name : "\(name){\(labels)}", value)
        }
    }

    /// One metric of the page: its lines of help and type, and the samples that follow them.
    struct Entry {
        var head = ""
        var isCount = false
        var samples: [Sample] = []
    }

    private var entries: [String: Entry] = [:]

    mutating func add(_ family: Family, _ kind: Kind, _ samples: [Sample]) {
        let (name, help) = (Self.name(family.name), Self.escaped(family.help, quotes: false))
        let head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        entries[name] = Entry(head: head, isCount: kind != .gauge, samples: samples)
    }

    /// The text of the page, with the metrics sorted by name.
    var text: String {
        entries.sorted { $0.key < $1.key }.map { _, entry in
            entry.head + entry.samples.map { "\($0.key) \(Self.text($0.value))\n" }.joined()
        }.joined()
    }

    /// Returns a number in the form that Prometheus, which is written in Go, parses. A whole number has no decimal
    /// point.
    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    /// Returns labels as one text. They are sorted by name, so that equal labels give the same text.
    static func labels(_ labels: [(String, String)]) -> String {
        labels.sorted { $0.0 < $1.0 }.map { #"\#(name($0.0))="\#(escaped($0.1, quotes: true))""# }.joined(separator: ",")
    }

    /// Returns a valid name: every byte other than a letter, a digit or `_` becomes `_`, and a name that would begin
    /// with a digit gets `_` in front.
    static func name(_ text: String) -> String {
        let name = String(
            text.utf8.map { byte -> Character in
                let letter = Character(UnicodeScalar(byte))
                return letter.isASCII && (letter.isLetter || letter.isNumber) ? letter : "_"
            })
        return name.first?.isNumber ?? true ? "_" + name : name
    }

    /// Escapes a text for the page. It goes scalar by scalar, because a quote together with a combining mark is one
    /// `Character` and must be escaped too.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": #"\\"#
            case "\n": #"\n"#
            case "\"" where quotes: #"\""#
            default: String(scalar)
            }
        }.joined()
    }
}

extension MetricsPage {
    /// Parses a page of metrics. It ignores lines that it can't parse.
    init(_ text: String) {
        var name = ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# "), words.count == 4 {
                name = String(words[2])
                entries[name, default: Entry()].head += line + "\n"
                if words[1] == "TYPE" { entries[name]?.isCount = words[3] == "counter" || words[3] == "histogram" }
            } else if let space = line.lastIndex(of: " "), let value = Double(line[space...].dropFirst()), value.isFinite,
                line.hasPrefix(name)
            {
                entries[name]?.samples.append(Sample(String(line[..<space]), "", value))
            }
        }
    }

    /// Adds the counters of an earlier page to the counters of this page. Other values of this page, such as gauges,
    /// stay as they are.
    mutating func add(countersOf earlier: MetricsPage) {
        for (name, old) in earlier.entries where old.isCount && name.hasPrefix("davenport_") {
            var entry = entries[name] ?? Entry(head: old.head, isCount: true)
            guard entry.isCount else { continue }
            for sample in old.samples {
                if let index = entry.samples.firstIndex(where: { $0.key == sample.key }) {
                    entry.samples[index].value += sample.value
                } else {
                    entry.samples.append(sample)
                }
            }
            entries[name] = entry
        }
    }
}
