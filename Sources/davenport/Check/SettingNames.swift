import Settings

/// Finds misspelt names of settings among the variables of the environment and of the file `.env`.
enum SettingNames {
    /// Returns the setting whose name is nearest to a variable's, if the variable's looks like a misspelling of it.
    /// - Parameter isInFile: whether the variable is in `.env`, where others' variables are rare. In the environment they are
    ///   many, so only a nearer name counts.
    static func nearest(to name: String, isInFile: Bool) -> String? {
        guard !Configuration.keys.contains(name) else { return nil }
        let written = Array(name.uppercased().utf8)
        // Short names aren't compared, because other programs' variables often resemble them: HOME and HOST, for
        // example.
        let near = Configuration.keys.filter { $0.utf8.count > 6 }.map { ($0, distance(written, Array($0.utf8))) }
        guard let (key, distance) = near.min(by: { $0.1 < $1.1 }) else { return nil }
        return distance <= (isInFile ? max(2, key.utf8.count / 4) : max(2, key.utf8.count / 5)) ? key : nil
    }

    /// Returns how many letters must be added, left out, changed or swapped with their neighbour to make one text of the other.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var rows = [Array(0...other.count)]
        for (index, letter) in one.enumerated() {
            var row = [index + 1]
            for (place, compared) in other.enumerated() {
                var least = min(row[place] + 1, rows[index][place + 1] + 1, rows[index][place] + (letter == compared ? 0 : 1))
                if index > 0, place > 0, letter == other[place - 1], one[index - 1] == compared {
                    least = min(least, rows[index - 1][place - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
