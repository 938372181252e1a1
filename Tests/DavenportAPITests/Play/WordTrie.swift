import DavenportAPI
import TestSupport

/// The English words as a trie of letters, with *qu* as one letter. It finds playable words.
struct WordTrie: Sendable {
    static let english = WordTrie((try? WordList.english.get())?.file ?? [])

    /// The next node for each letter, 26 for each node; 0 if there is none.
    private var next: [Int32] = []
    private var isWord: [Bool] = []

    private init(_ file: [UInt8]) {
        addNode()
        var (node, isQ, line) = (0, false, 0)
        file.withUnsafeBufferPointer { file in
            for byte in file {
                if byte == 0x0A {
                    if line > 2 { isWord[node] = true }
                    (node, isQ, line) = (0, false, line + 1)
                } else if line > 2, !isQ {
                    node = child(of: node, UInt32(byte))
                    isQ = byte == UInt8(ascii: "q")
                } else {
                    isQ = false
                }
            }
        }
    }

    private mutating func addNode() {
        next.append(contentsOf: repeatElement(0, count: 26))
        isWord.append(false)
    }

    private mutating func child(of node: Int, _ letter: UInt32) -> Int {
        let place = 26 * node + Int(letter) - 0x61
        if next[place] == 0 {
            next[place] = Int32(isWord.count)
            addNode()
        }
        return Int(next[place])
    }

    /// Returns the next node for a letter, 0 if there is none. The first node is 0.
    private func step(_ node: Int, _ letter: Unicode.Scalar) -> Int { Int(next[26 * node + Int(letter.value) - 0x61]) }

    /// Returns playable words, each with the number of its faces, until there are this many.
    func words(on game: Game, until enough: ([String: Int]) -> Bool) -> [String: Int] {
        var found: [String: Int] = [:]
        let open = Face.all.map(game.isOpen)
        func walk(_ face: Int, _ node: Int, _ path: [Int]) {
            let node = step(node, game.puzzle.letters[face])
            guard node > 0, !enough(found) else { return }
            let path = path + [face]
            if isWord[node], path.count > 2 { found[game.puzzle.word(of: path.map { Face.all[$0] })] = path.count }
            for other in Corners.touching(face) where open[other] && !path.contains(other) { walk(other, node, path) }
        }
        for face in Face.numbers where open[face] { walk(face, 0, []) }
        return found
    }

    /// Returns a random path of open faces that spells a word, nil if none was found.
    func path(on game: Game, _ random: inout some RandomNumberGenerator) -> [Face]? {
        let open = Face.all.map(game.isOpen)
        var steps = 300
        func walk(_ face: Int, _ node: Int, _ path: [Int], _ random: inout some RandomNumberGenerator) -> [Int]? {
            let node = step(node, game.puzzle.letters[face])
            guard node > 0, steps > 0 else { return nil }
            steps -= 1
            let path = path + [face]
            if isWord[node], path.count > 2, Bool.random(using: &random) { return path }
            for other in Corners.touching(face).shuffled(using: &random) where open[other] && !path.contains(other) {
                if let found = walk(other, node, path, &random) { return found }
            }
            return nil
        }
        for face in Face.numbers.shuffled(using: &random) where open[face] {
            if let found = walk(face, 0, [], &random) { return found.map { Face.all[$0] } }
        }
        return nil
    }
}
