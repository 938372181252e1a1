import DavenportAPI
import Secrets
import TestSupport
import Testing

@Suite("rules 12: puzzles", .aside)
struct PuzzleTests {
    private let vectors: PlayVectors
    private let list: WordList

    init() throws {
        vectors = try PlayVectors.read()
        list = try WordList.english.get()
    }

    /// Shows rule 12.10.
    @Test("Seed, first numbers and letters equal the shared test vectors")
    func made() throws {
        for cube in vectors.cubes {
            let text = Puzzle.seedText(name: cube.name, mode: cube.mode, language: cube.language)
            let seed = Digest.hmacSHA256(key: vectors.secret.unhexed, Array(text.utf8))
            #expect(seed.hexadecimal == cube.seed)
            var numbers = try #require(Xoshiro256(seed: seed))
            let drawn = cube.first.map { _ in numbers.next() }
            #expect(drawn == cube.first.compactMap { UInt64($0, radix: 16) })
            #expect(Puzzle.made(of: seed, by: list)?.text == cube.letters)
        }
        #expect(vectors.cubes.count == 3)
    }

    /// Shows rule 12.10.
    @Test("Each of 1,000 puzzles has the 81 tiles, 2 to 5 vowels a side, and at least 40 words, one of five faces or more")
    func playable() async throws {
        let (trie, vowels) = (WordTrie.english, Set("aeiou".unicodeScalars))
        let tiles = list.letters.flatMap { Array(repeating: $0.letter, count: $0.tiles) }
        for number in 0..<1000 {
            await Task.yield()
            let puzzle = try #require(Puzzle.made(of: Digest.sha256(Array("\(number)".utf8)), by: list))
            #expect(puzzle.letters.sorted() == tiles.sorted())
            for axis in 0..<3 {
                let side = Face.all.filter { Corners.isOuter($0.number) && $0.number % 3 == axis }
                #expect(side.count == 9 && (2...5).contains(side.count { vowels.contains(puzzle[$0]) }))
            }
            let found = trie.words(on: Game(puzzle, by: list, limit: 0)) { $0.count >= 40 && $0.values.contains { $0 >= 5 } }
            #expect(found.count >= 40 && found.values.contains { $0 >= 5 }, "puzzle \(number)")
        }
    }

    /// Shows rule 12.3.
    @Test("At the start 27 faces are open, with the number of words of the shared vectors")
    func start() throws {
        for (number, cube) in vectors.cubes.enumerated() {
            let game = try vectors.game(on: number, by: list)
            #expect(game.openFaces.count == cube.openAtStart)
            // The vectors also count words that the list omits.
            let words = WordTrie.english.words(on: game) { _ in false }
            #expect((cube.wordsAtStart - 3...cube.wordsAtStart).contains(words.count))
        }
    }

    /// Shows rule 12.10.
    @Test("A random number is below its bound, and every such number occurs")
    func bounds() throws {
        var numbers = try #require(Xoshiro256(seed: [UInt8](1...32)))
        for bound: UInt64 in [1, 2, 3, 81] {
            let drawn = Set((0..<2000).map { _ in numbers.next(below: bound) })
            #expect(drawn == Set(0..<bound))
        }
        // With these bounds, nearly every second number is above the largest multiple of the bound, and is drawn again.
        let (half, beyond) = (UInt64(1) << 63, UInt64(1) << 63 + 1)
        var (plain, drawn) = (numbers, numbers)
        let kept = (0..<200).map { _ in plain.next() }.filter { $0 < beyond }
        let again = kept.map { _ in drawn.next(below: beyond) }
        #expect(again == kept)
        let halves = (0..<200).map { _ in numbers.next(below: half) }
        #expect(halves.allSatisfy { $0 < half })
    }

    /// Shows rule 12.2.
    @Test("A seed has 32 bytes that aren't all 0, and a puzzle has 81 letters")
    func malformed() {
        #expect(Xoshiro256(seed: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(Xoshiro256(seed: [UInt8](repeating: 1, count: 31)) == nil)
        #expect(Puzzle(String(repeating: "a", count: 80)) == nil)
        #expect(Puzzle(String(repeating: "é", count: 81))?.text == String(repeating: "é", count: 81))
    }
}
