import DavenportAPI

/// The cube, described by the corners of its faces. This is written from the rules' text, and shares no code with the
/// game's geometry.
enum Corners {
    /// Returns a cubelet's position.
    static func position(_ cubelet: Int) -> [Int] { [cubelet / 9, cubelet / 3 % 3, cubelet % 3] }

    /// Returns whether a face lies on one of the cube's three sides.
    static func isOuter(_ face: Int) -> Bool { position(face / 3)[face % 3] == 2 }

    /// Returns the cubelet in front of a face, nil if there is none.
    static func inFront(of face: Int) -> Int? {
        var place = position(face / 3)
        place[face % 3] += 1
        return place[face % 3] > 2 ? nil : (0..<27).first { position($0) == place }
    }

    /// Returns the numbers of the other faces that share a corner with a face.
    static func touching(_ face: Int) -> [Int] { table[face] }

    static func touch(_ left: Int, _ right: Int) -> Bool { left != right && !corners[left].isDisjoint(with: corners[right]) }

    /// The four corners of each face.
    private static let corners = (0..<81).map { face -> Set<[Int]> in
        var near = position(face / 3)
        near[face % 3] += 1
        let others = [0, 1, 2].filter { $0 != face % 3 }
        var corners: Set<[Int]> = []
        for step in 0..<4 {
            var corner = near
            corner[others[0]] += step & 1
            corner[others[1]] += step >> 1
            corners.insert(corner)
        }
        return corners
    }

    private static let table = (0..<81).map { face in (0..<81).filter { touch(face, $0) } }
}

/// Judges a whole play independently of the game, from corners, and from words and values read from the file's text.
struct SecondVerifier {
    enum Outcome: Equatable {
        case score(Int)
        case refused(Int, String)
    }

    private let words: Set<Substring>
    private let values: [Unicode.Scalar: Int]
    private static let inFront = (0..<81).map(Corners.inFront)

    init(_ file: [UInt8]) {
        let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
        words = Set(lines.dropFirst(3))
        values = lines[1].split(separator: " ").reduce(into: [:]) { values, entry in
            let parts = entry.split(separator: ":")
            values[parts[0].unicodeScalars.first ?? " "] = Int(parts[2])
        }
    }

    /// Returns the outcome of these moves on these letters.
    func outcome(_ letters: [Unicode.Scalar], _ moves: [Move], limit: Int) -> Outcome {
        var (uses, texts, total, clock) = ([Int](repeating: 0, count: 27), Set<Substring>(), 0, 0)
        for (number, move) in moves.enumerated() {
            if move.at < clock || move.at > limit { return .refused(number, "out_of_time") }
            let isOpen = { (face: Int) in uses[face / 3] < 3 && Self.inFront[face].map { uses[$0] >= 3 } ?? true }
            switch move.action {
            case .removal(let cubelet):
                guard (0..<3).contains(where: { isOpen(3 * cubelet.number + $0) }) else { return .refused(number, "not_open") }
                uses[cubelet.number] = 3
            case .word(let faces):
                let path = faces.map(\.number)
                let text = path.map { letters[$0] == "q" ? "qu" : String(letters[$0]) }.joined()[...]
                if let reason = fault(path, text, texts, isOpen) { return .refused(number, reason) }
                texts.insert(text)
                let sides = [0, 1, 2].filter { side in path.contains { $0 % 3 == side } }.count
                total += path.map { values[letters[$0]] ?? 0 }.reduce(0, +) * (path.count - 2) * sides
                for face in path { uses[face / 3] += 1 }
            }
            clock = move.at
        }
        return .score(total)
    }

    private func fault(_ path: [Int], _ text: Substring, _ texts: Set<Substring>, _ isOpen: (Int) -> Bool) -> String? {
        if path.count < 3 { return "too_short" }
        for (index, face) in path.enumerated() where path[..<index].contains(face) { return "repeated_face" }
        if path.contains(where: { !isOpen($0) }) { return "not_open" }
        for index in 1..<path.count where !Corners.touch(path[index - 1], path[index]) { return "not_touching" }
        if !words.contains(text) { return "not_a_word" }
        return texts.contains(text) ? "already_played" : nil
    }
}
